/** Which tasks a typed filter leaves: every word must occur in the alias, the title or a tag. */
import { type Task, type TaskStatus, taskStatuses } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';

export type Columns = { readonly [S in TaskStatus]: readonly Task[] };

export function wordsOf(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean);
}

export function isMatch(task: Task, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${aliasOf(task)} ${task.title} ${task.tags.join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function filterColumns(columns: Columns, filter: string): Columns {
  const words = wordsOf(filter);
  if (words.length === 0) return columns;
  const kept = taskStatuses.map((status) => [status, columns[status].filter((task) => isMatch(task, words))]);
  return Object.fromEntries(kept) as unknown as Columns;
}
