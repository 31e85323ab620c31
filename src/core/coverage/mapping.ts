/** Who points where: the declared mapping of the checks, and what runs claim. Only the declared one can cover anything. */
import type { AcceptanceRef, AcceptanceSet, Contract, Criterion } from '../contract/contract.ts';
import { refFaults } from '../contract/refs.ts';
import type { UnresolvedRef } from './answer.ts';
import type { CheckRun } from './check-run.ts';

/** The ids of a criterion's obligations that a reference to it covers; `[null]` is the criterion as one unit. */
export type Covers = (ref: AcceptanceRef, criterion: Criterion) => readonly (string | null)[];

export const covers: Covers = ({ obligation_id }, { obligations }) => {
  if (obligation_id !== null) return [obligation_id];
  return obligations.length === 0 ? [null] : [];
};

export interface Mapping {
  /** Ids of the checks that are mapped to a unit, by its key. */
  readonly checkIds: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of criteria with obligations that a check names as a whole. */
  readonly parents: ReadonlySet<string>;
  /** Keys of units that a check names at another revision of the set. */
  readonly staleRefs: ReadonlySet<string>;
  /** Keys of units that a run claims at another revision of the set. */
  readonly staleClaims: ReadonlySet<string>;
  /** Keys of units that a run claims, or their criterion, although its check is not mapped to them. */
  readonly freeClaims: ReadonlySet<string>;
  readonly unresolved: readonly UnresolvedRef[];
}

export function unitKey(criterionId: string, obligationId: string | null): string {
  // Neither id may hold a blank.
  return `${criterionId} ${obligationId ?? ''}`;
}

export function mappingOf({ acceptance_set: set, verification }: Contract, runs: readonly CheckRun[], covers: Covers) {
  const checks = verification?.checks ?? [];
  const declared = checks.flatMap(({ id, acceptance_refs }) => acceptance_refs.map((ref) => ({ id, ref })));
  const claimed = runs.flatMap((run) => (run.claims ?? []).map((ref) => ({ id: run.id, checkId: run.checkId, ref })));
  const criteria = new Map((set?.items ?? []).map((criterion) => [criterion.id, criterion]));
  const checkIds = new Map<string, Set<string>>();
  const parents = new Set<string>();
  for (const { id, ref } of declared) {
    const criterion = criteria.get(ref.criterion_id);
    if (!criterion || refFaults(set, ref).length > 0) continue;
    if (ref.obligation_id === null && criterion.obligations.length > 0) parents.add(criterion.id);
    for (const obligationId of covers(ref, criterion)) {
      const key = unitKey(criterion.id, obligationId);
      checkIds.set(key, (checkIds.get(key) ?? new Set()).add(id));
    }
  }
  return {
    checkIds,
    parents,
    staleRefs: staleKeys(set, declared),
    staleClaims: staleKeys(set, claimed),
    freeClaims: new Set(claimed.flatMap(({ checkId, ref }) => freeKeys(set, criteria, checkIds, checkId, ref))),
    unresolved: [...unresolvedAmong(set, 'check', declared), ...unresolvedAmong(set, 'run', claimed)],
  } satisfies Mapping;
}

interface Pointed {
  readonly id: string;
  readonly ref: AcceptanceRef;
}

/** Units that would be named if the revision were right. */
function staleKeys(set: AcceptanceSet | null, pointed: readonly Pointed[]): ReadonlySet<string> {
  const stale = pointed.filter(({ ref }) => refFaults(set, ref).join() === 'stale_set_revision');
  return new Set(stale.map(({ ref }) => unitKey(ref.criterion_id, ref.obligation_id)));
}

function freeKeys(
  set: AcceptanceSet | null,
  criteria: ReadonlyMap<string, Criterion>,
  checkIds: ReadonlyMap<string, ReadonlySet<string>>,
  checkId: string,
  ref: AcceptanceRef,
): readonly string[] {
  const criterion = criteria.get(ref.criterion_id);
  if (!criterion || refFaults(set, ref).length > 0) return [];
  const whole = ref.obligation_id === null && criterion.obligations.length > 0;
  const ids = whole ? criterion.obligations.map(({ id }) => id) : [ref.obligation_id];
  return ids.map((id) => unitKey(criterion.id, id)).filter((key) => !checkIds.get(key)?.has(checkId));
}

function unresolvedAmong(
  set: AcceptanceSet | null,
  from: 'check' | 'run',
  pointed: readonly Pointed[],
): readonly UnresolvedRef[] {
  return pointed.flatMap(({ id, ref }) => {
    const codes = refFaults(set, ref);
    return codes.length > 0 ? [{ from, id, ref, codes }] : [];
  });
}
