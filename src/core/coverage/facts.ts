/**
 * One unit with the checks that are mapped to it and what their runs say about it. Runs of any mapped check speak against
 * a unit, only those of selected checks speak for it.
 */
import { type Check, type Scope, selectedChecks } from '../contract/contract.ts';
import { checkRevision } from '../contract/revision.ts';
import type { CoverageQuestion } from './answer.ts';
import { compareBytes, comparePlace, inConflict } from './ground.ts';
import { type Mapping, unitKey } from './mapping.ts';
import { type JudgedRun, type Scales, weighed } from './scales.ts';
import type { Unit } from './units.ts';

export interface UnitFacts {
  readonly unit: Unit;
  readonly checks: readonly CheckFacts[];
  /** A check names the criterion of this obligation as a whole. */
  readonly parentMapped: boolean;
  readonly staleRef: boolean;
  readonly staleClaim: boolean;
  readonly freeClaim: boolean;
  readonly conflict: boolean;
  /** No target is named: by nobody, or not for one of the selected checks. */
  readonly untargeted: boolean;
  readonly currentInput: Scope | null;
  readonly demandObserved: boolean;
}

export interface CheckFacts {
  readonly check: Check;
  readonly selected: boolean;
  /** The bytes that evidence must be about; null when nothing names them or they are in conflict. */
  readonly target: Scope | null;
  /** In the order they were given: nothing may depend on it. */
  readonly runs: readonly JudgedRun[];
  /** Failures that no later pass took the place of. */
  readonly failures: readonly JudgedRun[];
  /** Passes that count, whoever recorded them. */
  readonly passes: readonly JudgedRun[];
}

export function factsOf(question: CoverageQuestion, mapping: Mapping, scales: Scales) {
  const { contract, currentInput, demandObserved } = question;
  const coverageScope = contract.verification?.coverage_scope ?? null;
  const selectedIds = new Set(selectedChecks(contract).map(({ id }) => id));
  const all = (contract.verification?.checks ?? []).map((check) => ({
    check,
    selected: selectedIds.has(check.id),
    revision: checkRevision(check),
    // A check that is not selected only speaks against a unit, so the bytes that lie there come before what it declares.
    named: coverageScope ?? (selectedIds.has(check.id) ? (check.scope ?? currentInput) : (currentInput ?? check.scope)),
    runs: question.runs.filter(({ checkId }) => checkId === check.id),
  }));
  const byId = new Map(all.map((one) => [one.check.id, one]));

  const weigh = (unit: Unit, { check, selected, revision, named, runs }: (typeof all)[number], conflict: boolean) => {
    const target = conflict ? null : named;
    const judged = runs.map((run) => ({
      run,
      current: run.checkRevision === revision,
      bytes: compareBytes(run.scope, target),
      place: comparePlace(unit.environment, run.environment),
    }));
    return { check, selected, target, runs: judged, ...weighed(judged, scales) } satisfies CheckFacts;
  };

  return (unit: Unit): UnitFacts => {
    const key = unitKey(unit.criterion_id, unit.obligation_id);
    const mapped = [...(mapping.checkIds.get(key) ?? [])].flatMap((id) => byId.get(id) ?? []);
    const used = mapped.filter(({ selected }) => selected);
    const conflict = inConflict([coverageScope, currentInput, ...used.map(({ check }) => check.scope)]);
    const untargeted = used.length > 0 ? used.some(({ named }) => !named) : !(coverageScope ?? currentInput);
    return {
      unit,
      checks: mapped.map((one) => weigh(unit, one, conflict)),
      parentMapped: unit.obligation_id !== null && mapping.parents.has(unit.criterion_id),
      staleRef: mapping.staleRefs.has(key),
      staleClaim: mapping.staleClaims.has(key),
      freeClaim: mapping.freeClaims.has(key),
      conflict,
      untargeted,
      currentInput,
      demandObserved,
    };
  };
}
