/** Where a reference into an acceptance set leads. */
import type { AcceptanceRef, AcceptanceSet } from './contract.ts';

export type RefFault = 'unknown_set' | 'stale_set_revision' | 'unknown_criterion' | 'unknown_obligation';

/** Everything that keeps the reference from leading somewhere in the set; none when it resolves. */
export function refFaults(set: AcceptanceSet | null, ref: AcceptanceRef): readonly RefFault[] {
  if (set?.set_id !== ref.set_id) return ['unknown_set'];
  const stale: readonly RefFault[] = set.revision === ref.revision ? [] : ['stale_set_revision'];
  const criterion = set.items.find(({ id }) => id === ref.criterion_id);
  if (!criterion) return [...stale, 'unknown_criterion'];
  const leads = ref.obligation_id === null || criterion.obligations.some(({ id }) => id === ref.obligation_id);
  return leads ? stale : [...stale, 'unknown_obligation'];
}
