/** What a demand for evidence demands. */
import type { Contract } from '../contract/contract.ts';

/** Why `require_current_evidence` refuses nothing: it holds over units, and there is none. Null when it demands some. */
export function demandsNothing({ verification, acceptance_set: set }: Contract): string | null {
  if (verification?.acceptance_coverage !== 'require_current_evidence' || (set && set.items.length > 0)) return null;
  const why = set ? 'the acceptance set has no items' : 'no acceptance set is declared';
  return `require_current_evidence demands nothing, because ${why}: any success will be taken.`;
}
