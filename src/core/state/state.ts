/**
 * The workspace in memory. Core reads it; `apply` answers what an event changes; `absorb`, called by app after the
 * transaction, is the one place that mutates it.
 */

import type { Task } from '../workspace/task.ts';
import type { JournalEntry, Workspace } from '../workspace/workspace.ts';
import type { EntityKind, EntityMap } from './entity.ts';
import type { DelegationIndex } from './index-delegation.ts';

export type Table<K extends EntityKind> = ReadonlyMap<string, EntityMap[K]>;

export interface State {
  readonly workspace: Workspace;
  readonly tables: { readonly [K in Exclude<EntityKind, 'workspace'>]: Table<K> };
  readonly index: Index;
  /** Newest last; only changes that raised the version; at most `JOURNAL_LENGTH`. */
  readonly journal: readonly JournalEntry[];
}

/** Derived look-ups over the tables, kept up by `absorb`. Trashed tasks and removed commitments are in none of them. */
export interface Index extends ReadonlyDelegationIndex {
  readonly childrenOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly dependantsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byNumber: ReadonlyMap<number, string>;
  /** The highest task number ever given; numbers are never given twice. */
  readonly lastNumber: number;
  /** Open tasks that state a planned start. */
  readonly scheduled: ReadonlySet<string>;
  readonly commitments: ReadonlySet<string>;
  readonly proposalsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly revisionsOf: ReadonlyMap<string, readonly string[]>;
  readonly commentsOf: ReadonlyMap<string, readonly string[]>;
  readonly rejectedOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly tokenBySecret: ReadonlyMap<string, string>;
}

type ReadonlyDelegationIndex = {
  readonly [K in keyof DelegationIndex]: DelegationIndex[K] extends Map<string, infer V>
    ? ReadonlyMap<string, V extends string[] ? readonly string[] : V>
    : DelegationIndex[K] extends Set<string>
      ? ReadonlySet<string>
      : readonly string[];
};

export const JOURNAL_LENGTH = 20_000;

/** What the journal knows of later than a version, oldest first. */
export function journalAfter({ journal }: State, version: number): readonly JournalEntry[] {
  let first = journal.length;
  while (first > 0 && (journal[first - 1] as JournalEntry).version > version) first -= 1;
  return journal.slice(first);
}

/** A live task (not in the trash) by id or alias (`T-12`, any case). */
export function findTask(state: State, idOrAlias: string): Task | undefined {
  const task = anyTask(state, idOrAlias);
  return task && task.trashedAt === null ? task : undefined;
}

/** The same, also in the trash. */
export function anyTask(state: State, idOrAlias: string): Task | undefined {
  const alias = /^t-([1-9][0-9]{0,8})$/i.exec(idOrAlias);
  const id = alias ? state.index.byNumber.get(Number(alias[1])) : idOrAlias;
  return id === undefined ? undefined : state.tables.task.get(id);
}

export function aliasOf(task: Pick<Task, 'number'>): string {
  return `T-${task.number}`;
}

/** Live children, in no promised order. */
export function childrenOf(state: State, taskId: string): Task[] {
  const found: Task[] = [];
  for (const id of state.index.childrenOf.get(taskId) ?? []) {
    const task = state.tables.task.get(id);
    if (task) found.push(task);
  }
  return found;
}

/** Live dependencies that are not done. */
export function blockersOf(state: State, task: Task): readonly Task[] {
  return task.dependsOn
    .flatMap((id) => state.tables.task.get(id) ?? [])
    .filter(({ status, trashedAt }) => status !== 'done' && trashedAt === null);
}

/** Blocked = open, and something blocks it. One function, used by every view. */
export function isBlocked(state: State, task: Task): boolean {
  return task.status !== 'done' && blockersOf(state, task).length > 0;
}
