/**
 * What belongs to the example: what emptying it takes away, and what the workspace is called until then. Pages ask too,
 * so that what they announce is what happens; hence nothing here needs Temporal.
 */
import type { Commitment } from './commitment.ts';
import type { Task } from './task.ts';
import type { Workspace } from './workspace.ts';

/** A name that only the example's workspace may keep. */
export const EXAMPLE_NAME = 'Launch week (example)';
export const PLAIN_NAME = 'My workspace';

/** Not in the trash already. */
export function isExampleTask(task: Pick<Task, 'origin' | 'trashedAt'> | undefined): boolean {
  return task?.origin.from === 'example' && task.trashedAt === null;
}

/** Commitments say nothing of their origin; those of the example were made in the instant of the workspace. */
export function isExampleCommitment(
  one: Pick<Commitment, 'createdAt' | 'removedAt'>,
  workspace: Pick<Workspace, 'createdAt'>,
): boolean {
  return one.createdAt === workspace.createdAt && one.removedAt === null;
}
