/**
 * The laws of an evaluation, each over 1,000 drawn worlds and candidates and more; `LAW_SEED=n` repeats a run. Below each
 * law stand evaluators with a planted bug: a law that lets one pass proves nothing.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candidate } from './candidate.ts';
import type { Check } from './checks/checks.ts';
import { checks } from './checks/checks.ts';
import { repairedCodes } from './codes.ts';
import { planDigest } from './digest.ts';
import { type Evaluator, evaluateWith, evaluator } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { prepare } from './facts.ts';
import { type Drawn, drawFrom, drawPlan } from './fixture/draw.ts';
import { inflated } from './fixture/inflate.ts';
import { newTally } from './fixture/tally.ts';
import { judge } from './judge.ts';

/** What is wrong, or null. */
type Law = (drawn: Drawn, evaluation: Evaluation, parts: Evaluator, seed: number) => string | null;

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;

function run(law: Law, parts: Evaluator = evaluator, draw = drawPlan) {
  const tally = newTally();
  let wrong = '';
  const property = fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (from, size) => {
    const drawn = draw(from, size);
    const evaluation = evaluateWith(parts, drawn.state, drawn.candidate, drawn.now);
    tally.note(evaluation);
    wrong = law(drawn, evaluation, parts, from) ?? '';
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

function holds(name: string, law: Law, draw = drawPlan): void {
  test(name, () => {
    const { failed, missing, report, tally } = run(law, evaluator, draw);
    console.log(`${name} (seed ${seed}): ${tally.line()}`);
    expect(failed, report).toBe(false);
    expect(missing).toEqual([]);
  });
}

function bites(bug: string, law: Law, parts: Partial<Evaluator>, draw = drawPlan): void {
  test(`bites: ${bug}`, () => expect(run(law, { ...evaluator, ...parts }, draw).failed).toBe(true));
}

/** All checks and one more. */
function withCheck(check: Check): Partial<Evaluator> {
  return { checks: [...checks, check] };
}

const noise = { code: 'rule_concern', message: '', raisedBy: 'workspace', path: '', candidateIds: [] } as const;

describe('the same state, candidate and minute give the same bytes', () => {
  const law: Law = (drawn, evaluation, parts, from) => {
    const again = evaluateWith(parts, drawn.state, drawn.candidate, Math.floor(drawn.now / 60_000) * 60_000 + 59_999);
    const anew = drawPlan(from, drawn.candidate.subtasks.length);
    const other = evaluateWith(parts, anew.state, anew.candidate, anew.now);
    const bytes = JSON.stringify(evaluation);
    return bytes === JSON.stringify(again) && bytes === JSON.stringify(other) ? null : 'bytes differ';
  };
  holds('determinism', law);
  let calls = 0;
  bites(
    'a message that counts calls',
    law,
    withCheck(() => [{ ...noise, message: `call ${calls++}` }]),
  );
  bites(
    'seconds count',
    law,
    withCheck(({ now }) => (now % 60_000 > 0 ? [noise] : [{ ...noise, key: String(calls++) }])),
  );
});

describe('evaluating changes no version, no task and no candidate', () => {
  const law: Law = (drawn, _evaluation, parts) => {
    const before = snapshot(drawn);
    evaluateWith(parts, drawn.state, drawn.candidate, drawn.now);
    return before === snapshot(drawn) ? null : 'something was changed';
  };
  const snapshot = ({ state, candidate }: Drawn) =>
    JSON.stringify([state.workspace, Object.values(state.tables).map((table) => [...table]), state.journal, candidate]);
  holds('nothing changes', law);
  const mutate: Check = ({ state, candidate }) => {
    Object.assign(state.workspace, { version: state.workspace.version + 1, name: candidate.rationale });
    return [];
  };
  bites('a check that moves the version', law, withCheck(mutate));
});

describe('the order of the subtasks does not matter', () => {
  const law: Law = ({ state, candidate, now }, evaluation, parts, from) => {
    const shuffled = { ...candidate, subtasks: shuffle(candidate.subtasks, from) };
    const other = evaluateWith(parts, state, shuffled, now);
    if (other.valid !== evaluation.valid) return 'valid differs';
    const about = (one: Candidate) => {
      const { raised } = judge(prepare(state, one, Math.floor(now / 60_000) * 60_000), parts.checks);
      return JSON.stringify(raised.map(({ code, candidateIds }) => [code, ...candidateIds].join(' ')).sort());
    };
    return about(candidate) === about(shuffled) ? null : `${about(candidate)}\n${about(shuffled)}`;
  };
  holds('reordering', law);
  const later: Check = ({ candidate, graph }) =>
    candidate.subtasks.flatMap(({ candidateId }, position) =>
      graph.waitsFor[position]?.some((other) => other > position) ? [{ ...noise, candidateIds: [candidateId] }] : [],
    );
  bites('dependencies must be listed first', law, withCheck(later));
  const first: Check = ({ candidate }) => [{ ...noise, candidateIds: [candidate.subtasks[0]?.candidateId ?? ''] }];
  bites('the first one listed is blamed', law, withCheck(first));
});

describe('one vote for each who may vote; block is an error of theirs, concern a warning', () => {
  const law: Law = ({ state, candidate, now }, evaluation) => {
    const { facts, readable } = judge(prepare(state, candidate, Math.floor(now / 60_000) * 60_000));
    const voters = readable ? [...facts.voters.map(({ sidekick }) => sidekick.id), 'workspace'].sort() : [];
    const voted = evaluation.votes.map(({ sidekickId }) => sidekickId).sort();
    if (voters.join() !== voted.join()) return `voted ${voted}, should have ${voters}`;
    if (evaluation.valid !== !evaluation.issues.some(({ severity }) => severity === 'error')) return 'valid is wrong';
    if (!readable || evaluation.cutIssues.length > 0) return null;
    if (evaluation.issues.some(({ raisedBy }) => !voters.includes(raisedBy)))
      return 'raised by somebody without a vote';
    const wrong = evaluation.votes.find(({ sidekickId, vote }) => vote !== voteFor(sidekickId, evaluation));
    return wrong ? `${wrong.sidekickId} votes ${wrong.vote}` : null;
  };
  const voteFor = (id: string, { issues }: Evaluation) => {
    const severities = issues.filter(({ raisedBy }) => raisedBy === id).map(({ severity }) => severity);
    if (severities.includes('error')) return 'block';
    return severities.length > 0 ? 'concern' : 'approve';
  };
  holds('votes', law);
  bites(
    'an issue of a sidekick that does not apply',
    law,
    withCheck(() => [{ ...noise, raisedBy: 'stranger' }]),
  );
});

describe('errors come from stated times alone, never from the heuristic schedule', () => {
  const timeCodes = ['start_before_dependency_end', 'due_before_end', 'start_in_commitment'];
  const law: Law = ({ state, candidate, now }, evaluation, parts) => {
    const errors = ({ issues }: Evaluation) =>
      JSON.stringify(
        issues
          .filter(({ severity }) => severity === 'error')
          .map(({ id }) => id)
          .sort(),
      );
    const endless = { ...parts, limit: Number.POSITIVE_INFINITY };
    const later = evaluateWith(endless, state, candidate, now + 50 * 3_600_000);
    const whole = evaluateWith(endless, state, candidate, now);
    if (errors(whole) !== errors(later)) return 'the clock made an error';
    const untimed = candidate.subtasks.map(({ plannedStart: _, dueAt: __, ...subtask }) => subtask);
    const { issues } = evaluateWith(parts, state, { ...candidate, subtasks: untimed }, now);
    const found = issues.find(({ code }) => timeCodes.includes(code));
    return found && evaluation ? `nothing is stated and yet: ${found.message}` : null;
  };
  holds('stated times', law);
  const guess: Check = ({ candidate }, { layout }) =>
    candidate.subtasks.flatMap(({ candidateId, dueAt }, position) =>
      (layout.placed[position]?.endMs ?? 0) > Date.parse(dueAt ?? '9999-12-31')
        ? [{ ...noise, code: 'due_before_end', candidateIds: [candidateId] }]
        : [],
    );
  bites('a due against the laid out end', law, withCheck(guess));
});

describe('an answer stays under 20,000 characters and says what it left out', () => {
  const law: Law = ({ state, candidate, now }, evaluation, parts) => {
    const size = JSON.stringify(evaluation).length;
    if (size >= 20_000) return `${size} characters`;
    if (evaluation.issues.length > 40) return `${evaluation.issues.length} issues`;
    const { raised } = judge(prepare(state, candidate, Math.floor(now / 60_000) * 60_000), parts.checks);
    const counted = evaluation.cutIssues.reduce((sum, { count }) => sum + count, evaluation.issues.length);
    if (counted !== raised.length) return `${counted} of ${raised.length} issues counted`;
    if (evaluation.issues.length === 0 && raised.length > 0) return 'issues, and none shown';
    const bare = evaluation.issues.find(({ code, repairIds }) => repaired.includes(code) && repairIds.length === 0);
    return bare ? `no room for a repair of ${bare.code}` : null;
  };
  const repaired: readonly string[] = repairedCodes;
  const large = (from: number, size: number) => inflated(drawPlan(from, size < 5 ? 6 : 20), drawFrom(from));
  holds('size', law, large);
  bites('no limit', law, { limit: Number.POSITIVE_INFINITY }, large);
});

test('a law that never meets a code fails', () => {
  const law: Law = () => null;
  expect(run(law, { ...evaluator, checks: checks.slice(1) }).missing).toEqual(['unknown_parent', 'parent_done']);
});

describe('the digest names the plan: the version and the order of keys do not count, all else does', () => {
  const lawOf =
    (digest: typeof planDigest): Law =>
    ({ candidate }) => {
      if (!isWellFormed(candidate.rationale))
        return throws(() => digest('w', candidate)) ? null : 'half a pair is named';
      const name = digest('w', candidate);
      const turned = Object.fromEntries(Object.entries(candidate).reverse()) as unknown as Candidate;
      if (digest('w', { ...turned, expectedWorkspaceVersion: 99 }) !== name) return 'the same plan has two names';
      const others: readonly Candidate[] = [
        { ...candidate, rationale: `${candidate.rationale} ` },
        { ...candidate, parentTaskId: `${candidate.parentTaskId}-` },
        ...candidate.subtasks.map((_, at) => ({ ...candidate, subtasks: candidate.subtasks.toSpliced(at, 1) })),
      ];
      const names = [digest('v', candidate), ...others.map((other) => digest('w', other))];
      return names.includes(name) ? 'another plan has the same name' : null;
    };
  holds('digest', lawOf(planDigest));
  bites(
    'the version counts',
    lawOf((w, plan) => planDigest(`${w}${plan.expectedWorkspaceVersion}`, plan)),
    {},
  );
  bites(
    'the workspace does not',
    lawOf((_, plan) => planDigest('w', plan)),
    {},
  );
  bites(
    'the rationale does not',
    lawOf((w, plan) => planDigest(w, { ...plan, rationale: '' })),
    {},
  );
  const throws = (run: () => unknown) => {
    try {
      run();
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  };
});

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function shuffle<T>(list: readonly T[], from: number): readonly T[] {
  const draw = drawFrom(from ^ 0x5eed);
  return list
    .map((value) => ({ value, place: draw.int(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
