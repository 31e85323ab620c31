/**
 * Short forms of tasks and proposals, as agents' tools answer them. Cut texts end in an ellipsis. Lengths are of JSON
 * where a text is anybody's: a control character takes six characters there, and an answer has 20,000.
 */
import type { Proposal } from '../../core/plan/proposal.ts';
import { newestRevision } from '../../core/proposal/find.ts';
import { aliasOf, isBlocked, type State } from '../../core/state/state.ts';
import { deadlineState } from '../../core/workspace/deadline.ts';
import type { Due, Task } from '../../core/workspace/task.ts';
import { cut } from '../../kit/text.ts';

export function dueText(due: Due | null): string | null {
  if (!due) return null;
  return 'at' in due ? due.at : due.date;
}

export function taskBrief(state: State, task: Task, nowMs: number) {
  return {
    id: task.id,
    alias: aliasOf(task),
    title: cutJson(cut(task.title, 120), 300),
    status: task.status,
    priority: task.priority,
    parentId: task.parentId,
    due: dueText(task.due),
    deadline: deadlineState(state, task, nowMs),
    blocked: isBlocked(state, task),
    estimateMinutes: task.estimateMinutes,
    subtasks: state.index.childrenOf.get(task.id)?.size ?? 0,
    tags: fitting(task.tags.slice(0, 8), 450),
  };
}

export function proposalBrief(state: State, proposal: Proposal) {
  const parent = state.tables.task.get(proposal.parentTaskId);
  return {
    proposalId: proposal.id,
    parentTaskId: proposal.parentTaskId,
    parentAlias: parent ? aliasOf(parent) : '',
    parentTitle: parent ? cutJson(cut(parent.title, 120), 300) : '',
    status: proposal.status,
    revision: proposal.revision,
    digest: proposal.digest,
    author: cutJson(cut(proposal.author.label, 60), 150),
    subtasks: newestRevision(state, proposal).candidate.subtasks.length,
    updatedAt: proposal.updatedAt,
  };
}

/** What sorting all and keeping the first `count` would answer; of 10,000 items few are ever moved. */
export function firstOf<T>(items: readonly T[], count: number, compare: (one: T, other: T) => number): T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && compare(item, last) >= 0) continue;
    let at = first.length;
    while (at > 0 && compare(item, first[at - 1] as T) < 0) at -= 1;
    first.splice(at, 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}

/** As many of the items, in order, as fit into the characters of JSON. */
export function fitting<T>(items: readonly T[], characters: number): T[] {
  const kept: T[] = [];
  let used = 2;
  for (const item of items) {
    used += JSON.stringify(item).length + 1;
    if (used > characters) break;
    kept.push(item);
  }
  return kept;
}

/** Like `fitting`, but a page is never empty while items are left: one that is too large alone is answered as its stub. */
export function pageOf<T, S>(items: readonly T[], characters: number, stub: (item: T) => S): (T | S)[] {
  const page: (T | S)[] = fitting(items, characters);
  const first = items[0];
  if (page.length === 0 && first !== undefined) page.push(stub(first));
  return page;
}

/** The longest beginning whose JSON (escapes counted) fits. */
export function cutJson(text: string, characters: number): string {
  let length = Math.min(text.length, characters);
  while (length > 1 && JSON.stringify(cut(text, length)).length > characters) length = Math.floor(length * 0.8);
  return cut(text, length);
}
