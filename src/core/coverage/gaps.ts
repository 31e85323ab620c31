/** When each gap of a unit is raised. `codes.ts` says it in words. */
import type { GapCode, gapCodes } from './codes.ts';
import type { CheckFacts, UnitFacts } from './facts.ts';
import { compareBytes } from './ground.ts';
import type { JudgedRun } from './scales.ts';

/** The codes that a unit can have; the others belong to references. */
export type UnitGapCode = {
  [Code in GapCode]: (typeof gapCodes)[Code]['concerns'] extends 'reference' ? never : Code;
}[GapCode];

export type Gaps = { readonly [Code in UnitGapCode]: (facts: UnitFacts) => boolean };

export const gaps: Gaps = {
  unmapped: ({ checks, parentMapped }) => checks.length === 0 && !parentMapped,
  mapped_to_parent_only: ({ checks, parentMapped }) => checks.length === 0 && parentMapped,
  not_selected: ({ checks }) => checks.length > 0 && !checks.some(({ selected }) => selected),
  unrun: (facts) => lacking(facts).some(({ runs }) => runs.length === 0),
  not_run: (facts) => lacking(facts).some(isLastNotRun),
  current_failure: ({ checks }) => checks.some(({ failures }) => failures.some(({ run }) => !run.answered)),
  answered_failure: ({ checks }) => checks.some(({ failures }) => failures.some(({ run }) => run.answered)),
  other_bytes: (facts) => someRun(facts, ({ bytes }) => bytes === 'other'),
  bytes_unknown: (facts) => someRun(facts, ({ bytes }, { target }) => target !== null && bytes === 'unknown'),
  environment_mismatch: (facts) => someRun(facts, ({ place }) => place === 'elsewhere'),
  environment_unknown: (facts) => someRun(facts, ({ place }) => place === 'unknown'),
  stale_set_revision: (facts) => facts.staleRef || (facts.staleClaim && !facts.checks.some(hasEvidence(facts))),
  stale_check_revision: (facts) => someRun(facts, ({ current }) => !current),
  mapping_not_recorded: ({ checks }) => checks.some(({ runs }) => runs.some(({ run }) => run.claims === null)),
  claim_without_mapping: ({ freeClaim }) => freeClaim,
  input_mismatch: (facts) => someRun(facts, ({ run }) => compareBytes(run.scope, facts.currentInput) === 'other'),
  check_scope_mismatch: (facts) =>
    someRun(facts, ({ run }, { check }) => compareBytes(run.scope, check.scope) === 'other'),
  target_unknown: ({ untargeted }) => untargeted,
  target_conflict: ({ conflict }) => conflict,
  reported_only: (facts) => lacking(facts).some(({ passes }) => passes.length > 0),
  check_changed_by_run: (facts) =>
    someRun(facts, ({ run }) => run.status === 'passed' && run.changedByRun && !run.changeAccepted),
};

export function hasEvidence({ demandObserved }: UnitFacts): (check: CheckFacts) => boolean {
  return ({ selected, passes }) => selected && passes.some(({ run }) => run.source === 'observed' || !demandObserved);
}

/** Selected checks that give the unit no evidence: their runs say why. */
function lacking(facts: UnitFacts): readonly CheckFacts[] {
  const has = hasEvidence(facts);
  return facts.checks.filter((check) => check.selected && !has(check));
}

/** Some executed run of a check that gives no evidence. */
function someRun(facts: UnitFacts, is: (judged: JudgedRun, check: CheckFacts) => boolean): boolean {
  return lacking(facts).some((check) =>
    check.runs.some((judged) => judged.run.status !== 'not_run' && is(judged, check)),
  );
}

function isLastNotRun({ runs }: CheckFacts): boolean {
  const last = Math.max(...runs.map(({ run }) => run.seq));
  return runs.some(({ run }) => run.status === 'not_run' && run.seq === last);
}
