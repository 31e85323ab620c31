/** A dependency names another subtask of the candidate. */
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { at, quote, type Raised, WORKSPACE } from './check.ts';

export function checkDependencies(facts: Facts): readonly Raised[] {
  const { candidate, graph } = facts;
  const raised: Raised[] = [];
  for (const [position, { candidateId, dependencyCandidateIds }] of candidate.subtasks.entries()) {
    for (const [place, id] of dependencyCandidateIds.entries()) {
      const base = {
        raisedBy: WORKSPACE,
        path: at(position, 'dependencyCandidateIds', place),
        candidateIds: [candidateId],
        key: id,
      };
      if (id === candidateId) {
        raised.push({ ...base, code: 'self_dependency', message: `${nameAt(facts, position)} depends on itself.` });
      } else if (!graph.positionsOf.has(id)) {
        const message = `${nameAt(facts, position)} depends on ${quote(id)}, which is no subtask of this candidate.`;
        raised.push({ ...base, code: 'unknown_dependency', message });
      }
    }
  }
  return raised;
}
