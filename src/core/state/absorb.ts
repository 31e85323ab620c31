/** The one place that mutates the state in memory: after the transaction, never before. */

import type { Task } from '../workspace/task.ts';
import type { JournalEntry, Workspace } from '../workspace/workspace.ts';
import type { Touched } from './apply.ts';
import type { Entity, EntityKind, EntityMap } from './entity.ts';
import { type DelegationIndex, emptyDelegationIndex, indexDelegation } from './index-delegation.ts';
import { JOURNAL_LENGTH, type State } from './state.ts';

type Mutable = {
  workspace: Workspace;
  tables: { [K in Exclude<EntityKind, 'workspace'>]: Map<string, EntityMap[K]> };
  index: DelegationIndex & {
    childrenOf: Map<string, Set<string>>;
    dependantsOf: Map<string, Set<string>>;
    byNumber: Map<number, string>;
    lastNumber: number;
    scheduled: Set<string>;
    commitments: Set<string>;
    proposalsOf: Map<string, Set<string>>;
    revisionsOf: Map<string, string[]>;
    commentsOf: Map<string, string[]>;
    rejectedOf: Map<string, Set<string>>;
    tokenBySecret: Map<string, string>;
  };
  journal: JournalEntry[];
};

export function emptyState(workspace: Workspace): State {
  return {
    workspace,
    tables: {
      task: new Map(),
      commitment: new Map(),
      sidekick: new Map(),
      proposal: new Map(),
      revision: new Map(),
      comment: new Map(),
      rejected: new Map(),
      approval: new Map(),
      person: new Map(),
      key: new Map(),
      token: new Map(),
      import: new Map(),
      root: new Map(),
      agent: new Map(),
      grant: new Map(),
      conversation: new Map(),
      run: new Map(),
      question: new Map(),
      request: new Map(),
      artifact: new Map(),
      context: new Map(),
      check: new Map(),
      import_part: new Map(),
    },
    index: {
      childrenOf: new Map(),
      dependantsOf: new Map(),
      byNumber: new Map(),
      lastNumber: 0,
      scheduled: new Set(),
      commitments: new Set(),
      proposalsOf: new Map(),
      revisionsOf: new Map(),
      commentsOf: new Map(),
      rejectedOf: new Map(),
      tokenBySecret: new Map(),
      ...emptyDelegationIndex(),
    },
    journal: [],
  };
}

export function absorb(state: State, touched: Touched, journal: readonly JournalEntry[]): void {
  const target = state as unknown as Mutable;
  for (const { kind, id, entity } of touched.values()) {
    if (kind === 'workspace') target.workspace = entity as Workspace;
    else replace(target, kind, id, entity);
  }
  target.journal.push(...journal);
  const excess = target.journal.length - JOURNAL_LENGTH;
  // Cut in large steps: a splice of one element per write would move the whole array each time.
  if (excess > JOURNAL_LENGTH / 4) target.journal.splice(0, excess);
}

function replace(target: Mutable, kind: Exclude<EntityKind, 'workspace'>, id: string, entity: Entity): void {
  const table = target.tables[kind] as Map<string, Entity>;
  const before = table.get(id);
  if (kind === 'task') {
    if (before) indexTask(target, before as Task, false);
    indexTask(target, entity as Task, true);
  } else if (!indexDelegation(target.index, kind, entity, before)) {
    indexOther(target, kind, id, entity, before);
  }
  table.set(id, entity);
}

function indexTask(target: Mutable, task: Task, present: boolean): void {
  const { index } = target;
  if (present) {
    index.byNumber.set(task.number, task.id);
    index.lastNumber = Math.max(index.lastNumber, task.number);
  }
  if (task.trashedAt !== null) return;
  if (task.parentId !== null) put(index.childrenOf, task.parentId, task.id, present);
  for (const id of task.dependsOn) put(index.dependantsOf, id, task.id, present);
  if (task.plannedStart !== null && task.status !== 'done') {
    if (present) index.scheduled.add(task.id);
    else index.scheduled.delete(task.id);
  }
}

function indexOther(target: Mutable, kind: EntityKind, id: string, entity: Entity, before: Entity | undefined): void {
  const { index } = target;
  if (kind === 'commitment') {
    if ((entity as EntityMap['commitment']).removedAt === null) index.commitments.add(id);
    else index.commitments.delete(id);
  }
  if (kind === 'token') indexToken(index.tokenBySecret, entity as EntityMap['token'], before as EntityMap['token']);
  if (before) return;
  if (kind === 'proposal') put(index.proposalsOf, (entity as EntityMap['proposal']).parentTaskId, id, true);
  if (kind === 'rejected') put(index.rejectedOf, (entity as EntityMap['rejected']).parentTaskId, id, true);
  if (kind === 'revision') list(index.revisionsOf, (entity as EntityMap['revision']).proposalId, id);
  if (kind === 'comment') list(index.commentsOf, (entity as EntityMap['comment']).proposalId, id);
}

/** A secret that was replaced opens nothing any more. */
function indexToken(bySecret: Map<string, string>, token: EntityMap['token'], before?: EntityMap['token']): void {
  if (before && before.secretHash !== token.secretHash) bySecret.delete(before.secretHash);
  bySecret.set(token.secretHash, token.id);
}

function put(map: Map<string, Set<string>>, key: string, value: string, present: boolean): void {
  const set = map.get(key);
  if (present) {
    if (set) set.add(value);
    else map.set(key, new Set([value]));
  } else if (set?.delete(value) && set.size === 0) {
    map.delete(key);
  }
}

function list(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
