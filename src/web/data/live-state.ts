/**
 * What a page knows of the workspace, with the look-ups that it shows. Kept up change by change; arrays and objects are
 * replaced when they change and otherwise stay the same, so that a component can compare what it read.
 *
 * The maps are changed in place (copying one of 10,000 tasks per keystroke of somebody else would stall the page);
 * whoever shows the whole of one reads `tasksAt`, which rises with every change of a task.
 */

import type { Person } from '../../core/access/access.ts';
import type { Commitment } from '../../core/workspace/commitment.ts';
import { type Task, type TaskStatus, taskStatuses } from '../../core/workspace/task.ts';
import { compareInstants } from '../../kit/compare.ts';
import type { ActiveAgent, FeedChange, ProposalCard, SidekickBrief, WorkspaceView } from '../../protocol/views.ts';

export interface LiveState {
  seq: number;
  /** Another number whenever everything was read anew: what was asked before that may be of another log. */
  readAt: number;
  workspace: WorkspaceView['workspace'];
  me: WorkspaceView['me'];
  deskUrl: string;
  workspaceUrl: string;
  lines: WorkspaceView['lines'];
  /** When the log ends, if that is ahead of the clock of its computer. */
  logEndsAhead: string | null;
  readonly tasks: Map<string, Task>;
  tasksAt: number;
  readonly byNumber: Map<number, string>;
  /** Live children, by rank. */
  readonly childrenOf: Map<string, readonly Task[]>;
  /** Ids of live tasks that wait for the key. */
  readonly dependantsOf: Map<string, ReadonlySet<string>>;
  /** Live tasks of each board column, by rank; the finished ones newest first. */
  columns: { readonly [S in TaskStatus]: readonly Task[] };
  /** Newest first. */
  trash: readonly Task[];
  /** Live ones, by start. */
  commitments: readonly Commitment[];
  /** Kept for an undo, which sends only what it brings back. */
  removedCommitments: readonly Commitment[];
  sidekicks: readonly SidekickBrief[];
  /** Newest first. */
  proposals: readonly ProposalCard[];
  /** Rises with every event that touches a proposal: what was read of it is old then. */
  readonly proposalAt: Map<string, number>;
  /** Rises with every event of delegation: runs and what hangs on them are read from the daemon, not kept here. */
  runsAt: number;
  /** Rises with every event of persons, keys and tokens, which are read from the daemon too. */
  accessAt: number;
  persons: readonly Person[];
  agents: readonly ActiveAgent[];
  waitingImports: number;
  /** Rises with every change of an import's status. */
  importsAt: number;
  undoable: WorkspaceView['undoable'];
}

/** What must be sorted anew before the next look. */
interface Stale {
  readonly statuses: Set<TaskStatus>;
  readonly parents: Set<string>;
  trash: boolean;
}

export function stateOf(view: WorkspaceView, readAt = 0): LiveState {
  const state: LiveState = {
    ...view,
    readAt,
    tasks: new Map(view.tasks.map((task) => [task.id, task])),
    tasksAt: readAt,
    byNumber: new Map(view.tasks.map((task) => [task.number, task.id])),
    childrenOf: new Map(),
    dependantsOf: new Map(),
    columns: { backlog: [], today: [], 'in-progress': [], done: [] },
    trash: [],
    commitments: sortedCommitments(view.commitments),
    removedCommitments: view.commitments.filter((one) => one.removedAt !== null),
    proposalAt: new Map(),
    runsAt: view.seq,
    accessAt: view.seq,
    importsAt: readAt,
  };
  const parents = new Set<string>();
  const dependants = state.dependantsOf as Map<string, Set<string>>;
  for (const task of view.tasks) {
    if (task.parentId !== null) parents.add(task.parentId);
    if (task.trashedAt !== null) continue;
    for (const id of task.dependsOn) dependants.set(id, (dependants.get(id) ?? new Set()).add(task.id));
  }
  sortAgain(state, { statuses: new Set(taskStatuses), parents, trash: true });
  return state;
}

/** Merges the changes of an event. */
export function mergeChanges(state: LiveState, changes: readonly FeedChange[]): void {
  const stale: Stale = { statuses: new Set(), parents: new Set(), trash: false };
  for (const change of changes) {
    if (change.kind === 'task') mergeTask(state, change, stale);
    else mergeOther(state, change);
  }
  if (changes.some((change) => change.kind === 'task')) {
    sortAgain(state, stale);
    state.tasksAt += 1;
  }
}

function mergeTask(state: LiveState, { id, set }: FeedChange, stale: Stale): void {
  const before = state.tasks.get(id);
  const after = { ...before, ...set, id } as Task;
  state.tasks.set(id, after);
  state.byNumber.set(after.number, id);
  for (const task of before ? [before, after] : [after]) {
    stale.statuses.add(task.status);
    if (task.parentId !== null) stale.parents.add(task.parentId);
    if (task.trashedAt !== null) stale.trash = true;
  }
  if (before && before.trashedAt === null) noteDependants(state, before, false);
  if (after.trashedAt === null) noteDependants(state, after, true);
}

function noteDependants(state: LiveState, task: Task, present: boolean): void {
  for (const id of task.dependsOn) {
    const next = new Set(state.dependantsOf.get(id));
    if (present) next.add(task.id);
    else next.delete(task.id);
    state.dependantsOf.set(id, next);
  }
}

/** Columns and trash are sorted whole: 10,000 nearly sorted tasks take some 2 ms, and several events share one sort. */
function sortAgain(state: LiveState, stale: Stale): void {
  const byStatus = new Map<TaskStatus, Task[]>([...stale.statuses].map((status) => [status, []]));
  const byParent = new Map<string, Task[]>([...stale.parents].map((id) => [id, []]));
  for (const task of state.tasks.values()) {
    if (task.trashedAt !== null) continue;
    byStatus.get(task.status)?.push(task);
    if (task.parentId !== null) byParent.get(task.parentId)?.push(task);
  }
  const columns: { [S in TaskStatus]: readonly Task[] } = { ...state.columns };
  for (const [status, tasks] of byStatus) columns[status] = tasks.sort(status === 'done' ? byDone : byRank);
  state.columns = columns;
  for (const [id, tasks] of byParent) state.childrenOf.set(id, tasks.sort(byRank));
  if (stale.trash) state.trash = [...state.tasks.values()].filter((task) => task.trashedAt !== null).sort(byTrashed);
}

export function byRank(one: Task, other: Task): number {
  return one.rank - other.rank || one.number - other.number;
}

function byDone(one: Task, other: Task): number {
  return laterFirst(one.doneAt, other.doneAt) || byRank(one, other);
}

function byTrashed(one: Task, other: Task): number {
  return laterFirst(one.trashedAt, other.trashedAt) || other.number - one.number;
}

function laterFirst(one: string | null, other: string | null): number {
  return compareInstants(other ?? '', one ?? '');
}

function mergeOther(state: LiveState, change: FeedChange): void {
  switch (change.kind) {
    case 'workspace':
      state.workspace = { ...state.workspace, ...change.set };
      return;
    case 'commitment': {
      const all = merged([...state.commitments, ...state.removedCommitments], change);
      state.commitments = sortedCommitments(all);
      state.removedCommitments = all.filter((one) => one.removedAt !== null);
      return;
    }
    case 'sidekick':
      state.sidekicks = merged(state.sidekicks, change);
      return;
    case 'person':
      state.persons = merged(state.persons, change);
      return;
    case 'proposal':
      touchProposal(state, change.id);
      state.proposals = [...merged(state.proposals, change)].sort(byUpdated);
      return;
    case 'comment':
      touchProposal(state, String(change.set.proposalId ?? ''));
      return;
    case 'import':
      state.waitingImports += waitingBy(change.set.status);
      state.importsAt += 1;
  }
}

/**
 * An import goes from waiting to accepting to accepted, or from waiting to rejected; what happens within one of them, such
 * as the next 500 tasks, changes nothing of what waits.
 */
function waitingBy(status: unknown): number {
  if (status === 'waiting') return 1;
  return status === 'accepting' || status === 'rejected' ? -1 : 0;
}

function touchProposal(state: LiveState, id: string): void {
  state.proposalAt.set(id, (state.proposalAt.get(id) ?? 0) + 1);
}

function byUpdated(one: ProposalCard, other: ProposalCard): number {
  return laterFirst(one.updatedAt, other.updatedAt);
}

function merged<T extends { readonly id: string }>(all: readonly T[], { id, set }: FeedChange): readonly T[] {
  const found = all.some((one) => one.id === id);
  if (!found) return [...all, { ...set, id } as unknown as T];
  return all.map((one) => (one.id === id ? { ...one, ...set } : one));
}

function sortedCommitments(all: readonly Commitment[]): readonly Commitment[] {
  return all
    .filter((one) => one.removedAt === null)
    .sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
}

/** A live task by id or alias (`T-12`, any case). */
export function findTask(state: LiveState, idOrAlias: string): Task | undefined {
  const alias = /^t-(\d{1,9})$/i.exec(idOrAlias);
  const id = alias ? state.byNumber.get(Number(alias[1])) : idOrAlias;
  return id === undefined ? undefined : state.tasks.get(id);
}

export function aliasOf(task: Pick<Task, 'number'>): string {
  return `T-${task.number}`;
}

/** The live tasks that hold this one up; none for a task that is done. */
export function blockersOf(state: LiveState, task: Task): readonly Task[] {
  if (task.status === 'done' || task.dependsOn.length === 0) return [];
  return task.dependsOn
    .map((id) => state.tasks.get(id))
    .filter((other): other is Task => other !== undefined && other.trashedAt === null && other.status !== 'done');
}
