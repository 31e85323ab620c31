/**
 * The laws of coverage, each over 2,000 drawn contracts with their runs; `LAW_SEED=n` repeats a run. Below each law stand
 * projections with a planted bug: a law that lets one pass proves nothing.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Contract, type Scope, selectedChecks } from '../contract/contract.ts';
import { checkRevision } from '../contract/revision.ts';
import { drawFrom } from '../plan/fixture/draw.ts';
import type { Coverage, CoverageQuestion, CoveredUnit } from './answer.ts';
import type { CheckRun } from './check-run.ts';
import { type GapCode, gapCodes } from './codes.ts';
import { coverageWith, type Projector, projector } from './coverage.ts';
import { drawExtra, drawQuestion } from './fixture/draw.ts';
import { newTally } from './fixture/tally.ts';
import { gaps, hasEvidence } from './gaps.ts';

/** What is wrong, or null. */
type Law = (question: CoverageQuestion, answer: Coverage, parts: Projector, seed: number) => string | null;

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;
const RUNS = 2000;

function run(law: Law, parts: Projector = projector) {
  const tally = newTally();
  let wrong = '';
  const property = fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (from, size) => {
    const question = drawQuestion(from, size);
    const answer = coverageWith(parts, question);
    tally.note(answer);
    const found = law(question, answer, parts, from);
    // Shrinking goes on after the last one that fails.
    wrong = found ?? wrong;
    return found === null;
  });
  const details = fc.check(property, { numRuns: RUNS, seed });
  return {
    failed: details.failed,
    missing: tally.missing(),
    report: `${wrong}\n${fc.defaultReportMessage(details)}`,
    tally,
  };
}

function holds(name: string, law: Law): void {
  test(name, () => {
    const { failed, missing, report, tally } = run(law);
    console.log(`${name} (seed ${seed}): ${tally.line()}`);
    expect(failed, report).toBe(false);
    expect(missing).toEqual([]);
  });
}

function bites(bug: string, law: Law, parts: Partial<Projector>): void {
  test(`bites: ${bug}`, () => expect(run(law, { ...projector, ...parts }).failed).toBe(true));
}

/** All gaps, some of them judged another way. */
function withGaps(changed: Partial<Projector['gaps']>): Partial<Projector> {
  return { gaps: { ...gaps, ...changed } };
}

describe('adding a run never removes a gap of a unit that its check is not mapped to', () => {
  const law: Law = (question, answer, parts, from) => {
    const extra = drawExtra(from, question);
    const after = coverageWith(parts, { ...question, runs: [...question.runs, extra] });
    const lost = answer.units.flatMap((unit, place) => {
      if (mappedChecks(question.contract, unit).some(({ id }) => id === extra.checkId)) return [];
      return unit.gaps
        .filter((code) => !after.units[place]?.gaps.includes(code))
        .map((code) => `${nameOf(unit)} ${code}`);
    });
    return lost.length > 0 ? `lost ${lost.join()} by ${JSON.stringify(extra)}` : null;
  };
  holds('a strange run', law);
  bites(
    'a claim counts as a mapping',
    law,
    withGaps({ unmapped: (facts) => gaps.unmapped(facts) && !facts.freeClaim }),
  );
  bites(
    "a claim makes the parent's mapping good",
    law,
    withGaps({ mapped_to_parent_only: (facts) => gaps.mapped_to_parent_only(facts) && !facts.freeClaim }),
  );
  bites('a claim stands for a run', law, withGaps({ unrun: (facts) => gaps.unrun(facts) && !facts.freeClaim }));
});

describe('a mapping of the parent alone never covers an obligation', () => {
  const law: Law = (question, _answer, parts) => {
    const contract = parentsOnly(question.contract);
    const current = new Map(contract.verification?.checks.map((check) => [check.id, checkRevision(check)]));
    // The checks were changed: their runs are made current again, so that nothing but the mapping stands in the way.
    const runs = question.runs.map((one) => ({ ...one, checkRevision: current.get(one.checkId) ?? one.checkRevision }));
    const { units } = coverageWith(parts, { ...question, contract, runs });
    const wrong = units.find((unit) => {
      if (unit.obligation_id === null) return false;
      const ids = [...unit.evidence.observed, ...unit.evidence.reported];
      const named = unit.gaps.includes('mapped_to_parent_only') || unit.gaps.includes('unmapped');
      return unit.selected || unit.eligible || ids.length > 0 || !named;
    });
    return wrong ? `${nameOf(wrong)} is covered: ${JSON.stringify(wrong)}` : null;
  };
  holds('parents', law);
  bites('a parent covers its obligations', law, {
    covers: ({ obligation_id }, { obligations }) =>
      obligation_id === null && obligations.length > 0 ? obligations.map(({ id }) => id) : [obligation_id],
  });
  bites('a parent is enough', law, {
    eligible: (facts, raised) => facts.parentMapped || projector.eligible(facts, raised),
  });
});

describe('the order of the runs does not matter', () => {
  const law: Law = (question, answer, parts, from) => {
    const other = coverageWith(parts, { ...question, runs: shuffle(question.runs, from) });
    return JSON.stringify(answer) === JSON.stringify(other) ? null : `${JSON.stringify(other)}`;
  };
  holds('permutation', law);
  bites('evidence as it is listed', law, { order: () => 0 });
  bites(
    'the last one of the list is the latest',
    law,
    withGaps({ not_run: ({ checks }) => checks.some(({ runs }) => runs.at(-1)?.run.status === 'not_run') }),
  );
});

describe('eligible means no gap that concerns the unit; not eligible means at least one', () => {
  const law: Law = (_question, { units }) => {
    const wrong = units.find((unit) => {
      const concerning = unit.gaps.filter((code) => gapCodes[code].concerns === 'unit');
      return unit.eligible !== (concerning.length === 0) || (unit.eligible && !unit.selected);
    });
    return wrong ? JSON.stringify(wrong) : null;
  };
  holds('eligible', law);
  bites('some evidence is enough', law, { eligible: (facts) => facts.checks.some(hasEvidence(facts)) });
  bites('a gap without a name', law, withGaps({ environment_mismatch: () => false }));
  bites('a report without a name', law, withGaps({ reported_only: () => false }));
});

describe('evidence is what the contract asks for', () => {
  const law: Law = (question, { units }) => {
    const wrong = units.find((unit) => {
      const ids = [...unit.evidence.observed, ...unit.evidence.reported];
      const proofs = question.runs.filter(({ id }) => ids.includes(id));
      const demanded = proofs.filter(({ source }) => source === 'observed' || !question.demandObserved);
      return !proofs.every((one) => proves(question, unit, one)) || (unit.eligible && demanded.length === 0);
    });
    return wrong ? JSON.stringify(wrong) : null;
  };
  holds('evidence', law);
  const passes = (ignored: Partial<Parameters<Projector['passes']>[0]>): Partial<Projector> => ({
    passes: (judged) => projector.passes({ ...judged, ...ignored }),
  });
  bites('any wording of the check', law, passes({ current: true }));
  bites('any bytes', law, passes({ bytes: 'same' }));
  bites('any environment', law, passes({ place: 'owed' }));
  bites('any change of the check', law, {
    passes: (judged) => projector.passes({ ...judged, run: { ...judged.run, changedByRun: false } }),
  });
  bites('a failure is what was not run', law, {
    passes: (judged) => projector.passes({ ...judged, run: { ...judged.run, status: 'passed' } }),
  });
  bites('failures are forgotten', law, { fails: () => false });
  bites('a report is as good as an observation', law, {
    eligible: (facts, raised) => projector.eligible({ ...facts, demandObserved: false }, raised),
    ...withGaps({ reported_only: () => false }),
  });
});

describe('a new observed pass of every mapped check settles what runs left open', () => {
  /** What no run can settle. */
  const lasting: readonly GapCode[] = [
    'unmapped',
    'mapped_to_parent_only',
    'not_selected',
    'stale_set_revision',
    'target_unknown',
    'target_conflict',
    'mapping_not_recorded',
    'claim_without_mapping',
  ];
  const law: Law = (question, { units }, parts) => {
    const wrong = units.flatMap((unit, place) => {
      const perfect = perfectRuns(question, unit);
      if (unit.gaps.includes('target_conflict') || perfect.some(({ scope }) => scope === null)) return [];
      const runs = [...question.runs, ...perfect];
      const after = coverageWith(parts, { ...question, runs }).units[place];
      return (after?.gaps ?? []).filter((code) => !lasting.includes(code)).map((code) => `${nameOf(unit)} ${code}`);
    });
    return wrong.length > 0 ? wrong.join() : null;
  };
  holds('settled', law);
  bites('failures are for ever', law, { takesPlaceOf: () => false });
  bites(
    'other bytes are for ever',
    law,
    withGaps({ other_bytes: ({ checks }) => checks.some(({ runs }) => runs.some(({ bytes }) => bytes === 'other')) }),
  );
});

test('a law that never meets a gap fails', () => {
  const law: Law = () => null;
  const blind = { ...projector, gaps: { ...gaps, answered_failure: () => false } };
  expect(run(law, blind).missing).toEqual(['answered_failure']);
});

/** The checks whose references name the unit exactly: said here once more, apart from the code. */
function mappedChecks({ acceptance_set: set, verification }: Contract, unit: CoveredUnit) {
  return (verification?.checks ?? []).filter(({ acceptance_refs }) =>
    acceptance_refs.some(
      (ref) =>
        ref.set_id === set?.set_id &&
        ref.revision === set.revision &&
        ref.criterion_id === unit.criterion_id &&
        ref.obligation_id === unit.obligation_id,
    ),
  );
}

function targetOf({ contract, currentInput }: CoverageQuestion, scope: Scope | null): Scope | null {
  return contract.verification?.coverage_scope ?? scope ?? currentInput;
}

/** The words of the brief, one after the other. */
function proves(question: CoverageQuestion, unit: CoveredUnit, proof: CheckRun): boolean {
  const check = mappedChecks(question.contract, unit).find(({ id }) => id === proof.checkId);
  if (!check || !selectedChecks(question.contract).includes(check)) return false;
  const revision = checkRevision(check);
  const target = targetOf(question, check.scope);
  const owed = Object.entries(unit.environment);
  const about = (one: CheckRun) =>
    one.checkId === check.id &&
    one.checkRevision === revision &&
    target?.digest === one.scope?.digest &&
    target?.kind === one.scope?.kind &&
    owed.every(([name, value]) => one.environment?.[name] === value);
  const latest = Math.max(
    ...question.runs.filter((one) => about(one) && one.status !== 'not_run').map(({ seq }) => seq),
  );
  const failed = question.runs.some((one) => about(one) && one.seq === latest && one.status === 'failed');
  const accepted = !proof.changedByRun || proof.changeAccepted;
  return target !== null && proof.status === 'passed' && about(proof) && accepted && !failed;
}

function perfectRuns(question: CoverageQuestion, unit: CoveredUnit): readonly CheckRun[] {
  const selected = selectedChecks(question.contract);
  return mappedChecks(question.contract, unit).map((check, place) => ({
    id: `perfect${place}`,
    seq: 1000 + place,
    checkId: check.id,
    checkRevision: checkRevision(check),
    source: 'observed',
    status: 'passed',
    scope: targetOf(question, selected.includes(check) ? check.scope : (question.currentInput ?? check.scope)),
    environment: unit.environment,
    claims: [],
    answered: false,
    changedByRun: false,
    changeAccepted: false,
  }));
}

/** The contract without any reference to an obligation. */
function parentsOnly(contract: Contract): Contract {
  const { verification } = contract;
  if (!verification) return contract;
  const checks = verification.checks.map((check) => ({
    ...check,
    acceptance_refs: check.acceptance_refs.filter(({ obligation_id }) => obligation_id === null),
  }));
  return { ...contract, verification: { ...verification, checks } };
}

function shuffle<T>(list: readonly T[], from: number): readonly T[] {
  const draw = drawFrom(from ^ 0x5eed);
  return list
    .map((value) => ({ value, place: draw.int(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

function nameOf({ criterion_id, obligation_id }: CoveredUnit): string {
  return `${criterion_id}/${obligation_id}`;
}
