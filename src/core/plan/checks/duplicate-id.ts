/** A candidateId names one subtask. */
import type { Facts } from '../facts.ts';
import { at, quote, type Raised, WORKSPACE } from './check.ts';

export function checkDuplicateId({ graph }: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [id, positions] of graph.positionsOf) {
    if (positions.length < 2) continue;
    raised.push({
      code: 'duplicate_candidate_id',
      message: `${positions.length} subtasks are called ${quote(id)}.`,
      raisedBy: WORKSPACE,
      path: at(positions[1] as number, 'candidateId'),
      candidateIds: [id],
    });
  }
  return raised;
}
