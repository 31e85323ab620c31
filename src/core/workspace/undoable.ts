/** Which changes a person can take back one by one. A file of its own: pages, too, ask what an undo would undo. */
import type { EventType } from '../state/event.ts';

const types: ReadonlySet<string> = new Set([
  'task.created',
  'task.edited',
  'task.trashed',
  'task.restored',
  'commitment.created',
  'commitment.edited',
  'commitment.removed',
  'workspace.changed',
  'workspace.emptied',
] satisfies EventType[]);

/** `type` is an event's; one of another version of Sidekicks is no reason to fail. */
export function isUndoable(type: string): boolean {
  return types.has(type);
}
