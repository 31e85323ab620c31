/**
 * The laws of repairs, each over 1,000 drawn worlds and candidates and more; `LAW_SEED=n` repeats a run. The planted bugs
 * below each law must make it fail.
 */
import fc from 'fast-check';
import jsonpatch from 'fast-json-patch';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS, parseInstant } from '../../workspace/time.ts';
import type { Candidate } from '../candidate.ts';
import { repairedCodes } from '../codes.ts';
import { type Evaluator, evaluateWith, evaluator } from '../evaluate.ts';
import type { Evaluation, Issue, Repair } from '../evaluation.ts';
import type { Facts } from '../facts.ts';
import { type Drawn, drawPlan } from '../fixture/draw.ts';
import { newTally } from '../fixture/tally.ts';
import { mendClaims } from './claims.ts';
import { applyDrafts } from './draft.ts';
import { mendDuplicateIds } from './duplicate-ids.ts';
import { offerRepairs, repairEverything } from './repairs.ts';
import { mendTimes } from './times.ts';

/** What is wrong, or null. */
type Law = (drawn: Drawn, evaluation: Evaluation, again: (candidate: Candidate) => Evaluation) => string | null;

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;

function run(law: Law, parts: Evaluator) {
  const tally = newTally();
  let wrong = '';
  const property = fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (from, size) => {
    const drawn = drawPlan(from, size);
    const again = (candidate: Candidate) => evaluateWith(parts, drawn.state, candidate, drawn.now);
    const evaluation = again(drawn.candidate);
    tally.note(evaluation);
    wrong = law(drawn, evaluation, again) ?? '';
    return wrong === '';
  });
  const details = fc.check(property, { numRuns: 1000, seed });
  return {
    failed: details.failed,
    missing: tally.missing(),
    report: `${wrong}\n${fc.defaultReportMessage(details)}`,
    tally,
  };
}

/** Without a limit, so that a law sees everything that was found. */
const whole: Evaluator = { ...evaluator, limit: Number.POSITIVE_INFINITY };

function holds(name: string, law: Law): void {
  test(name, () => {
    const { failed, missing, report, tally } = run(law, whole);
    console.log(`${name} (seed ${seed}): ${tally.line()}`);
    expect(failed, report).toBe(false);
    expect(missing).toEqual([]);
  });
}

function bites(bug: string, law: Law, parts: Partial<Evaluator>): void {
  test(`bites: ${bug}`, () => expect(run(law, { ...whole, ...parts }).failed).toBe(true));
}

/** Throws when a test operation fails. */
function patched(candidate: Candidate, patch: Evaluation['repairAll']['patch']): Candidate {
  return jsonpatch.applyPatch(candidate, patch ?? [], true, false).newDocument;
}

const timeCodes: readonly string[] = ['start_before_dependency_end', 'due_before_end', 'start_in_commitment'];

function errorsOf({ issues }: Evaluation, codes: readonly string[]): readonly Issue[] {
  return issues.filter(({ code }) => codes.includes(code));
}

/** Offers where one kind of repair is made another way. */
function offersWith(mend: (facts: Facts) => ReturnType<typeof mendTimes>): Partial<Evaluator> {
  const offer: typeof offerRepairs = (facts, raised) => [
    ...offerRepairs(facts, raised).filter(({ settled }) => !settled.some(({ code }) => timeCodes.includes(code))),
    ...mend(facts)
      .map((draft) => ({ draft, settled: raised.filter(draft.settles) }))
      .filter(({ settled }) => settled.length > 0),
  ];
  return { offerRepairs: offer };
}

/** The graph turned round: what waits is looked at before what it waits for. */
function backwards(facts: Facts): Facts {
  return { ...facts, graph: { ...facts.graph, order: [...facts.graph.order].reverse() } };
}

describe('codes that can be repaired mechanically always offer a repair', () => {
  const law: Law = (_drawn, { issues, repairs }) => {
    const ids = new Set(repairs.map(({ id }) => id));
    if (ids.size !== repairs.length) return 'two repairs have one id';
    const lost = issues.find(({ repairIds }) => repairIds.some((id) => !ids.has(id)));
    if (lost) return `${lost.code} names a repair that is not there`;
    const bare = errorsOf({ issues } as Evaluation, repairedCodes).find(({ repairIds }) => repairIds.length === 0);
    return bare ? `${bare.code} offers none: ${bare.message}` : null;
  };
  holds('offered', law);
  bites(
    'time repairs that see the times as they were',
    law,
    offersWith((facts) => mendTimes(backwards(facts))),
  );
  bites('no repair of duplicate ids', law, {
    offerRepairs: (facts, raised) =>
      offerRepairs(facts, raised).filter(({ settled }) => settled[0]?.code !== 'duplicate_candidate_id'),
  });
});

describe('a repair settles every issue that lists it, and only on the candidate that it was made for', () => {
  const law: Law = ({ candidate }, evaluation, again) => {
    for (const repair of evaluation.repairs) {
      const last = repair.patch.findLastIndex(({ op }) => op === 'test');
      if (repair.patch.findIndex(({ op }) => op !== 'test') !== last + 1 || last < 0) return 'tests do not come first';
      const left = unsettled(evaluation, repair, again(patched(candidate, repair.patch)));
      if (left) return `${repair.summary} leaves ${left.message}`;
      if (appliesTo(renamed(candidate), repair.patch)) return `applies to another candidate: ${repair.summary}`;
    }
    return null;
  };
  const unsettled = ({ issues }: Evaluation, { issueIds }: Repair, after: Evaluation) => {
    const settled = issues.filter(({ id }) => issueIds.includes(id));
    const times = settled.some(({ code }) => timeCodes.includes(code)) ? errorsOf(after, timeCodes) : [];
    return times[0] ?? settled.find((one) => after.issues.some((other) => isSame(one, other)));
  };
  /** Repairs move nothing, so the path tells subtasks apart that share an id. */
  const isSame = (one: Issue, other: Issue) =>
    one.code === other.code && one.path === other.path && one.id === other.id;
  const renamed = (candidate: Candidate) => ({
    ...candidate,
    subtasks: candidate.subtasks.map((subtask) => ({ ...subtask, candidateId: `${subtask.candidateId}!` })),
  });
  const appliesTo = (candidate: Candidate, patch: Evaluation['repairAll']['patch']) => {
    try {
      patched(candidate, patch);
      return true;
    } catch {
      return false;
    }
  };
  holds('settled', law);
  const dueOnly = (facts: Facts) =>
    mendTimes(facts).map((draft) => ({ ...draft, changes: new Map([...draft.changes].slice(0, 1)) }));
  bites('a time repair that stops after the first subtask', law, offersWith(dueOnly));
});

describe('after repairAll nothing that listed a repair remains, and a new evaluation offers none', () => {
  const law: Law = ({ candidate }, { issues, repairAll, repairs }, again) => {
    if (repairAll.patch === null) return `no patch: ${repairAll.reason}`;
    if (repairs.length === 0) return repairAll.patch.length === 0 ? null : 'repairs without being asked';
    const repaired = patched(candidate, repairAll.patch);
    const unfit = unfitness(repaired);
    if (unfit) return unfit;
    const after = again(repaired);
    const [offered] = after.repairs;
    if (offered) return `still offered: ${offered.summary}`;
    const listed = issues.filter(({ repairIds }) => repairIds.length > 0);
    const left = listed.find((one) => after.issues.some(({ code, path }) => code === one.code && path === one.path));
    return left ? `still there: ${left.message}` : null;
  };
  holds('repairAll', law);
  bites('it leaves warnings alone', law, {
    repairEverything: (facts) => {
      const all = repairEverything(facts);
      const claims = (place: number) => facts.candidate.subtasks[place]?.checklistCoverageIds ?? [];
      return (
        all && {
          ...all,
          subtasks: all.subtasks.map((subtask, place) => ({ ...subtask, checklistCoverageIds: claims(place) })),
        }
      );
    },
  });
  bites('every repair on the candidate as it was', law, {
    repairEverything: (facts) =>
      applyDrafts(facts.candidate, [...mendDuplicateIds(facts), ...mendTimes(facts), ...mendClaims(facts)]),
  });
});

/** Why the published schema would not take it; null when it would. */
function unfitness({ subtasks }: Candidate): string | null {
  for (const subtask of subtasks) {
    const {
      candidateId,
      title,
      plannedStart,
      dueAt,
      dependencyCandidateIds: ids,
      checklistCoverageIds: claims,
    } = subtask;
    if ([...candidateId].length > 128 || [...title].length > 120) return `too long: ${candidateId}`;
    if (new Set(ids).size !== ids.length || new Set(claims).size !== claims.length) return `not unique: ${candidateId}`;
    const bad = [plannedStart, dueAt].find((text) => text?.startsWith('+') || text?.startsWith('10000'));
    if (bad !== undefined) return `not in the years 1 to 9999: ${bad}`;
  }
  return null;
}

describe('repaired times are whole minutes', () => {
  let moved = 0;
  const timesOf = ({ subtasks }: Candidate) => subtasks.map(({ plannedStart, dueAt }) => [plannedStart, dueAt]);
  const law: Law = ({ candidate }, { repairAll }) => {
    const before = timesOf(candidate);
    const after = timesOf(patched(candidate, repairAll.patch)).flatMap((times, place) =>
      times.flatMap((time, which) => (time === undefined || time === before[place]?.[which] ? [] : [time])),
    );
    moved += after.length;
    const odd = after.find((time) => (parseInstant(time) ?? Number.NaN) % MINUTE_MS !== 0);
    return odd === undefined ? null : `${odd} is no whole minute`;
  };
  holds('whole minutes', law);
  test('and times were repaired', () => {
    console.log(`whole minutes: ${moved} repaired times`);
    expect(moved).toBeGreaterThan(100);
  });
  bites('a second is added to what is repaired', law, {
    repairEverything: (facts) => {
      const all = repairEverything(facts);
      if (!all) return all;
      const late = (was?: string, now?: string) => (now === was ? now : now?.replace(/:00(\.000)?Z$/, ':01Z'));
      const subtasks = all.subtasks.map((subtask, place) => {
        const was = facts.candidate.subtasks[place];
        const { plannedStart, dueAt, ...rest } = subtask;
        const times = { plannedStart: late(was?.plannedStart, plannedStart), dueAt: late(was?.dueAt, dueAt) };
        return { ...rest, ...JSON.parse(JSON.stringify(times)) } as typeof subtask;
      });
      return { ...all, subtasks };
    },
  });
});
