/** Places on the board, and the ranks that give them. */
import { type Task, type TaskStatus, taskStatuses } from '../../../core/workspace/task.ts';
import type { Columns } from './filter.ts';

export interface Place {
  readonly status: TaskStatus;
  readonly index: number;
}

const STEP = 1024;

/** Where a task is shown; null when the filter hides it. */
export function placeOf(columns: Columns, taskId: string): Place | null {
  for (const status of taskStatuses) {
    const index = columns[status].findIndex((task) => task.id === taskId);
    if (index >= 0) return { status, index };
  }
  return null;
}

/** The columns as they would be with the task at the place. */
export function arranged(columns: Columns, task: Task, place: Place): Columns {
  const next = Object.fromEntries(
    taskStatuses.map((status) => [status, columns[status].filter((one) => one.id !== task.id)]),
  ) as { [S in TaskStatus]: Task[] };
  next[place.status].splice(place.index, 0, task);
  return next;
}

/**
 * A rank between the neighbours of the place in a column that no longer holds the task. After some fifty moves into one
 * gap no number is left in it; the task then shares a rank and the older number goes first, which nobody will notice.
 */
export function rankAt(others: readonly Task[], index: number): number {
  const before = others[index - 1];
  const after = others[index];
  if (before && after) return (before.rank + after.rank) / 2;
  if (before) return before.rank + STEP;
  return after ? after.rank - STEP : 0;
}

/** The next place in a direction, kept on the board. */
export function step(columns: Columns, { status, index }: Place, key: string): Place | null {
  const at = taskStatuses.indexOf(status);
  if (key === 'ArrowUp') return index > 0 ? { status, index: index - 1 } : null;
  if (key === 'ArrowDown') return index < columns[status].length - 1 ? { status, index: index + 1 } : null;
  if (key === 'Home') return { status, index: 0 };
  if (key === 'End') return { status, index: Math.max(0, columns[status].length - 1) };
  const next = key === 'ArrowLeft' ? taskStatuses[at - 1] : key === 'ArrowRight' ? taskStatuses[at + 1] : undefined;
  return next ? { status: next, index: Math.min(index, columns[next].length) } : null;
}

/** As `step`, for the focus: it only goes where a card is. */
export function stepToCard(columns: Columns, place: Place, key: string): Place | null {
  let next = step(columns, place, key);
  while (next && columns[next.status].length === 0) next = step(columns, next, key);
  return next && { status: next.status, index: Math.min(next.index, columns[next.status].length - 1) };
}
