/** Renames every later subtask of a repeated id; what depends on the id then means the first one. */
import type { Subtask } from '../candidate.ts';
import { quote } from '../checks/check.ts';
import type { Facts } from '../facts.ts';
import type { Draft } from './draft.ts';

/** The schema lets 128 characters through; the base of a new name stays well below, so that patches stay small. */
const BASE = 48;

export function mendDuplicateIds({ candidate, graph }: Facts): readonly Draft[] {
  // Names that dangling dependencies use are taken too: a rename must not give them a meaning.
  const taken = new Set(
    candidate.subtasks.flatMap((subtask) => [subtask.candidateId, ...subtask.dependencyCandidateIds]),
  );
  const drafts: Draft[] = [];
  for (const [id, positions] of graph.positionsOf) {
    if (positions.length < 2) continue;
    const changes = new Map<number, (subtask: Subtask) => Subtask>();
    for (const position of positions.slice(1)) {
      const candidateId = freshId(id, taken);
      taken.add(candidateId);
      changes.set(position, (subtask) => ({ ...subtask, candidateId }));
    }
    drafts.push({
      changes,
      summary: `Give ${changes.size} of ${positions.length} subtasks called ${quote(id)} an id of their own.`,
      settles: (raised) => raised.code === 'duplicate_candidate_id' && raised.candidateIds[0] === id,
    });
  }
  return drafts;
}

function freshId(id: string, taken: ReadonlySet<string>): string {
  const base = [...id.replace(/\p{C}/gu, '')].slice(0, BASE).join('') || 'subtask';
  for (let number = 2; ; number += 1) {
    const name = `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}
