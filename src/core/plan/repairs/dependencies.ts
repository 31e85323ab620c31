/** Drops dependencies that name nothing or the subtask itself. */
import type { Subtask } from '../candidate.ts';
import { at } from '../checks/check.ts';
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import type { Draft } from './draft.ts';

export function mendDependencies(facts: Facts): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const [position, { candidateId, dependencyCandidateIds: ids }] of facts.candidate.subtasks.entries()) {
    const unknown = new Set(ids.filter((id) => id !== candidateId && !facts.graph.positionsOf.has(id)));
    if (unknown.size > 0) {
      const what = unknown.size === 1 ? 'a dependency' : `${unknown.size} dependencies`;
      drafts.push({
        changes: new Map([[position, without(unknown)]]),
        summary: `Drop ${what} of ${nameAt(facts, position)} that no subtask answers to.`,
        settles: settles('unknown_dependency', position),
      });
    }
    if (ids.includes(candidateId)) {
      drafts.push({
        changes: new Map([[position, without(new Set([candidateId]))]]),
        summary: `Drop the dependency of ${nameAt(facts, position)} on itself.`,
        settles: settles('self_dependency', position),
      });
    }
  }
  return drafts;
}

export function without(ids: ReadonlySet<string>): (subtask: Subtask) => Subtask {
  return (subtask) => ({
    ...subtask,
    dependencyCandidateIds: subtask.dependencyCandidateIds.filter((id) => !ids.has(id)),
  });
}

function settles(code: string, position: number): Draft['settles'] {
  const prefix = at(position, 'dependencyCandidateIds', '');
  return (raised) => raised.code === code && raised.path.startsWith(prefix);
}
