/** Coverage of a run from what is stored of it, whole or in the figures that lists show. */
import type { Contract, Scope } from '../../core/contract/contract.ts';
import type { Coverage } from '../../core/coverage/answer.ts';
import { coverage } from '../../core/coverage/coverage.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import { checksOfConversation, limitsOf } from '../../core/run/find-run.ts';
import type { Run } from '../../core/run/run.ts';
import type { State } from '../../core/state/state.ts';
import type { EvidenceSum } from '../../protocol/delegation-views.ts';
import { readInput } from '../delegation/run-input.ts';
import { type Parts, stateOf } from '../parts.ts';

/** A report that is being judged. */
export interface Draft {
  readonly extra: readonly CheckRunRecord[];
  /** Ids of checks whose failures it answers. */
  readonly answered: readonly string[];
  readonly tree: string | null;
}

/** Coverage of a run by the check runs of its conversation. Null without a contract. `draft`: as if a report that is being judged stood. */
export function coverageOf(state: State, run: Run, contract: Contract | null, draft?: Draft): Coverage | null {
  if (!contract) return null;
  const tree: Scope | null = draft?.tree == null ? null : { kind: 'tree', digest: draft.tree, boundaries: [] };
  return coverage({
    contract,
    runs: [...checksOfConversation(state, run.conversationId), ...(draft?.extra ?? [])].map((one) =>
      one.status === 'failed' && draft?.answered.includes(one.checkId) ? { ...one, answered: true } : one,
    ),
    currentInput: tree ?? currentInput(run),
    // Only a run that ended can be observed: a claim is judged as a claim.
    demandObserved: draft === undefined && limitsOf(state).demandObserved,
  });
}

/** The bytes that the run is about now: its commit's tree, or the tree it read. */
function currentInput(run: Run): Scope | null {
  const known = run.result?.tree ?? run.unchanged?.tree;
  const tree = known ?? (run.mode === 'analyze' ? (run.treeAfter ?? run.treeBefore) : null);
  return tree !== null ? { kind: 'tree', digest: tree, boundaries: [] } : null;
}

interface Weighed {
  readonly checks: readonly CheckRunRecord[];
  readonly demandObserved: boolean;
  readonly sum: EvidenceSum | null;
}

/**
 * A page of fifty runs is asked for with every event, and each contract is a file that is read and hashed. Rows are
 * replaced when they change, never edited, so a row that is still the same has the same contract and the same bytes.
 */
const weighed = new WeakMap<Run, Weighed>();

/** Null without a contract, without declared criteria, and where the stored contract is gone. */
export async function evidenceOf(parts: Parts, run: Run): Promise<EvidenceSum | null> {
  if (run.kind !== 'contract' || !parts.delegation) return null;
  const state = stateOf(parts);
  const checks = checksOfConversation(state, run.conversationId);
  const { demandObserved } = limitsOf(state);
  const known = weighed.get(run);
  if (known && known.demandObserved === demandObserved && areSame(known.checks, checks)) return known.sum;
  const input = await readInput(parts.delegation.blobs, run);
  const sum = sumOf(coverageOf(state, run, input?.contract ?? null));
  weighed.set(run, { checks, demandObserved, sum });
  return sum;
}

function sumOf(of: Coverage | null): EvidenceSum | null {
  if (!of || of.totals.units === 0) return null;
  const { units, eligible } = of.totals;
  const observed = of.units.filter((unit) => unit.eligible && unit.evidence.observed.length > 0);
  return { units, eligible, observed: observed.length };
}

function areSame<T>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((one, at) => one === now[at]);
}
