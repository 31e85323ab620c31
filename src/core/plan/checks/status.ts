/** A plan starts nothing and finishes nothing: backlog or today. */
import type { TaskStatus } from '../../workspace/task.ts';
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { at, type Raised, WORKSPACE } from './check.ts';

export function mayStartAs(status: TaskStatus): boolean {
  return status === 'backlog' || status === 'today';
}

export function checkStatus(facts: Facts): readonly Raised[] {
  const { candidate } = facts;
  const raised: Raised[] = [];
  for (const [position, { candidateId, status }] of candidate.subtasks.entries()) {
    if (mayStartAs(status)) continue;
    raised.push({
      code: 'bad_status',
      message: `${nameAt(facts, position)} would start as ${status}; a new task starts as backlog or today.`,
      raisedBy: WORKSPACE,
      path: at(position, 'status'),
      candidateIds: [candidateId],
    });
  }
  return raised;
}
