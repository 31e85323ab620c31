/** A new task starts as backlog or today: what should be in progress comes today, what should be done waits. */
import type { Subtask } from '../candidate.ts';
import { mayStartAs } from '../checks/status.ts';
import type { Facts } from '../facts.ts';
import type { Draft } from './draft.ts';

export function mendStatuses({ candidate }: Facts): readonly Draft[] {
  const changes = new Map<number, (subtask: Subtask) => Subtask>();
  for (const [position, { status }] of candidate.subtasks.entries()) {
    if (mayStartAs(status)) continue;
    changes.set(position, (subtask) => ({ ...subtask, status: status === 'in-progress' ? 'today' : 'backlog' }));
  }
  if (changes.size === 0) return [];
  const summary = `Set the status of ${changes.size} ${changes.size === 1 ? 'subtask' : 'subtasks'} to what a new task may have.`;
  return [{ changes, summary, settles: (raised) => raised.code === 'bad_status' }];
}
