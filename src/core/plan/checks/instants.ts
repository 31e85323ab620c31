/** Stated times can be read: RFC 3339 with `T`, seconds 00 to 59, UTC years 1 to 9999. */
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { at, quote, type Raised, WORKSPACE } from './check.ts';

export function checkInstants(facts: Facts): readonly Raised[] {
  const { candidate, times } = facts;
  const raised: Raised[] = [];
  for (const [position, subtask] of candidate.subtasks.entries()) {
    const read = times[position];
    const stated = [
      { field: 'plannedStart', text: subtask.plannedStart, ms: read?.startMs },
      { field: 'dueAt', text: subtask.dueAt, ms: read?.dueMs },
    ];
    for (const { field, text, ms } of stated) {
      if (text === undefined || ms !== null) continue;
      raised.push({
        code: 'bad_instant',
        message: `${field} of ${nameAt(facts, position)} is ${quote(text)}; an instant looks like 2026-03-02T09:00:00Z.`,
        raisedBy: WORKSPACE,
        path: at(position, field),
        candidateIds: [subtask.candidateId],
        key: field,
      });
    }
  }
  return raised;
}
