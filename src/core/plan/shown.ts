/** Which issues an answer shows when there are too many, and what they are called. */
import { sha256 } from '../../kit/json.ts';
import type { Raised } from './checks/check.ts';
import type { IssueCount } from './evaluation.ts';
import { identity, isError } from './judge.ts';

/**
 * Errors before warnings, and of each the first of every code before the second of any, so that twenty of one kind hide no
 * other kind.
 */
export function pick(raised: readonly Raised[], most: number): readonly Raised[] {
  const seen = new Map<string, number>();
  const turns = raised.map((one) => {
    const turn = seen.get(one.code) ?? 0;
    seen.set(one.code, turn + 1);
    return { one, turn: isError(one) ? turn : turn + raised.length };
  });
  return turns
    .sort((one, other) => one.turn - other.turn)
    .slice(0, most)
    .map(({ one }) => one);
}

/** Ids come from what an issue is about, so that the same issue has the same id wherever its subtask is listed. */
export function issueIds(shown: readonly Raised[]): ReadonlyMap<Raised, string> {
  const used = new Map<string, number>();
  const ids = new Map<Raised, string>();
  for (const raised of shown) {
    const id = `i-${sha256(identity(raised)).slice(0, 10)}`;
    const times = (used.get(id) ?? 0) + 1;
    used.set(id, times);
    // Subtasks that share a candidateId can share an issue, too.
    ids.set(raised, times === 1 ? id : `${id}-${times}`);
  }
  return ids;
}

export function countByCode(raised: readonly Raised[]): readonly IssueCount[] {
  const counts = new Map<string, number>();
  for (const { code } of raised) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count }));
}
