/** The list as rows: a tree in the chosen order, without what the filter hides and what is closed. */
import { priorities, type Task, type TaskStatus, taskStatuses } from '../../../core/workspace/task.ts';
import { dueMs } from '../../data/deadline.ts';
import { byRank } from '../../data/live-state.ts';
import { isMatch } from '../board/filter.ts';

export const sorts = ['place', 'title', 'status', 'priority', 'due', 'estimate', 'changed'] as const;
export type Sort = (typeof sorts)[number];

export interface Row {
  readonly task: Task;
  /** From 1. */
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  /** Null without shown subtasks. */
  readonly open: boolean | null;
  /** Shown only because something below it fits the filter. */
  readonly passing: boolean;
}

export interface ListOptions {
  readonly words: readonly string[];
  /** Null = all. */
  readonly status: TaskStatus | 'open' | null;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly closed: ReadonlySet<string>;
  readonly zone: string;
}

type Compare = (one: Task, other: Task) => number;

export function rowsOf(tasks: Iterable<Task>, options: ListOptions): readonly Row[] {
  const kept = keptOf(tasks, options);
  const compare = comparing(options);
  const below = new Map<string | null, Task[]>();
  for (const task of kept.all.values()) {
    const parent = task.parentId !== null && kept.all.has(task.parentId) ? task.parentId : null;
    const siblings = below.get(parent);
    if (siblings) siblings.push(task);
    else below.set(parent, [task]);
  }
  const rows: Row[] = [];
  const add = (parent: string | null, level: number) => {
    const siblings = (below.get(parent) ?? []).sort(compare);
    for (const [place, task] of siblings.entries()) {
      const open = below.has(task.id) ? !options.closed.has(task.id) : null;
      rows.push({ task, level, place, siblings: siblings.length, open, passing: !kept.matching.has(task.id) });
      if (open) add(task.id, level + 1);
    }
  };
  add(null, 1);
  return rows;
}

/** What fits, and the parents that lead to it. */
function keptOf(tasks: Iterable<Task>, { words, status }: ListOptions) {
  const live = new Map<string, Task>();
  const matching = new Set<string>();
  for (const task of tasks) {
    if (task.trashedAt !== null) continue;
    live.set(task.id, task);
    if (fitsStatus(task, status) && isMatch(task, words)) matching.add(task.id);
  }
  const all = new Map<string, Task>();
  for (const id of matching) {
    for (let at = live.get(id); at && !all.has(at.id); at = at.parentId === null ? undefined : live.get(at.parentId)) {
      all.set(at.id, at);
    }
  }
  return { all, matching };
}

function fitsStatus(task: Task, status: ListOptions['status']): boolean {
  if (status === null) return true;
  return status === 'open' ? task.status !== 'done' : task.status === status;
}

function comparing({ sort, descending, zone }: ListOptions): Compare {
  const by = comparers(zone)[sort];
  const sign = descending ? -1 : 1;
  return (one, other) => sign * by(one, other) || byRank(one, other);
}

function comparers(zone: string): { readonly [S in Sort]: Compare } {
  const number = (of: (task: Task) => number): Compare => {
    return (one, other) => of(one) - of(other);
  };
  return {
    place: byRank,
    title: (one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }),
    status: number((task) => taskStatuses.indexOf(task.status)),
    priority: number((task) => -priorities.indexOf(task.priority)),
    // Without a due, or an estimate, a task comes last.
    due: number((task) => (task.due ? dueMs(task.due, zone) : Number.MAX_SAFE_INTEGER)),
    estimate: number((task) => task.estimateMinutes ?? Number.MAX_SAFE_INTEGER),
    changed: (one, other) => other.updatedAt.localeCompare(one.updatedAt),
  };
}
