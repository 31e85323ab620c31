/**
 * One unit with the checks that are mapped to it and what their runs say about it. Runs of any mapped check speak against
 * a unit, only those of selected checks speak for it.
 */
import { type Check, type Contract, type Environment, type Scope, selectedChecks } from '../contract/contract.ts';
import { checkRevision } from '../contract/revision.ts';
import type { CoverageQuestion } from './answer.ts';
import type { CheckRun } from './check-run.ts';
import { type Bytes, compareBytes, comparePlace, inConflict, type Place } from './ground.ts';
import { type Mapping, unitKey } from './mapping.ts';

export interface Unit {
  readonly criterion_id: string;
  readonly obligation_id: string | null;
  readonly text: string;
  readonly environment: Environment;
}

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

export interface JudgedRun {
  readonly run: CheckRun;
  /** Of the check as it is declared now. */
  readonly current: boolean;
  /** Against the target. */
  readonly bytes: Bytes;
  readonly place: Place;
}

/** How runs are weighed; the laws plant bugs here. */
export interface Scales {
  /** A pass over the target, in the owed environment, by the check as it is declared. */
  readonly passes: (judged: JudgedRun) => boolean;
  readonly fails: (judged: JudgedRun) => boolean;
  readonly takesPlaceOf: (later: JudgedRun, failure: JudgedRun) => boolean;
}

export const scales: Scales = {
  passes: (judged) => isClean(judged) && judged.bytes === 'same',
  fails: ({ run, current, bytes, place }) =>
    run.status === 'failed' && current && bytes !== 'other' && place !== 'elsewhere',
  takesPlaceOf: (later, failure) =>
    later.run.seq > failure.run.seq &&
    isClean(later) &&
    (later.bytes === 'same' || compareBytes(later.run.scope, failure.run.scope) === 'same') &&
    (later.run.source === 'observed' || failure.run.source === 'reported'),
};

export function unitsOf({ acceptance_set }: Contract): readonly Unit[] {
  return (acceptance_set?.items ?? []).flatMap(({ id, text, obligations }): readonly Unit[] => {
    if (obligations.length === 0) return [{ criterion_id: id, obligation_id: null, text, environment: {} }];
    return obligations.map((one) => ({
      criterion_id: id,
      obligation_id: one.id,
      text: one.text,
      environment: one.environment,
    }));
  });
}

export function factsOf(question: CoverageQuestion, mapping: Mapping, { passes, fails, takesPlaceOf }: Scales) {
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
    const failed = judged.filter(fails);
    const failures = failed.filter((failure) => !judged.some((later) => takesPlaceOf(later, failure)));
    const since = Math.max(...failed.map(({ run }) => run.seq));
    const counted = failures.length > 0 ? [] : judged.filter((one) => passes(one) && one.run.seq > since);
    return { check, selected, target, runs: judged, failures, passes: counted } satisfies CheckFacts;
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

function isClean({ run, current, place }: JudgedRun): boolean {
  return run.status === 'passed' && current && place === 'owed' && (!run.changedByRun || run.changeAccepted);
}
