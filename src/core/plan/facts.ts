/**
 * Everything the checks read, computed once: `prepare(state, candidate, now)`. What belongs to the state is kept apart
 * from what belongs to the candidate, because repairs prepare many candidates over one state.
 */
import { type Applicable, applicableSidekicks } from '../playbook/match.ts';
import type { SubtaskTimes } from '../playbook/rule-subject.ts';
import { findTask, type State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { dueInstant } from '../workspace/time.ts';
import type { Calendar } from '../workspace/workspace.ts';
import type { Candidate } from './candidate.ts';
import { type Graph, graphOf } from './graph.ts';
import { type OwnerTime, ownerTime, withoutBlocks } from './owner-time.ts';
import { timesOf } from './times.ts';

/** What the candidate is judged against. */
export interface Setting {
  readonly state: State;
  /** A whole minute, milliseconds. */
  readonly now: number;
  readonly calendar: Calendar;
  readonly parent: Task | null;
  /** The parent's deadline, milliseconds. */
  readonly deadline: number | null;
  /** Whose time it takes: the parent's owner, else the workspace's. */
  readonly owner: OwnerTime;
  /** Who votes beside the workspace: sidekicks that apply to the parent, by id. */
  readonly voters: readonly Applicable[];
}

export interface Facts extends Setting {
  readonly candidate: Candidate;
  readonly graph: Graph;
  /** By position. */
  readonly times: readonly SubtaskTimes[];
}

/** `now` is a whole minute in milliseconds. */
export function prepare(state: State, candidate: Candidate, now: number): Facts {
  const parent = findTask(state, candidate.parentTaskId) ?? null;
  const { calendar, ownerId } = state.workspace;
  const setting: Setting = {
    state,
    now,
    calendar,
    parent,
    deadline: parent?.due ? dueInstant(parent.due, calendar.zone) : null,
    owner: withoutBlocks(state, ownerTime(state, parent?.ownerId ?? ownerId), lineOf(state, parent)),
    voters: parent ? votersFor(state, parent, now) : [],
  };
  return prepareOver(setting, candidate);
}

/** The same setting, another candidate for the same parent. */
export function prepareOver(setting: Setting, candidate: Candidate): Facts {
  const times = candidate.subtasks.map((subtask) => timesOf(subtask, setting.owner.free));
  return { ...setting, candidate, graph: graphOf(candidate.subtasks), times };
}

function votersFor(state: State, parent: Task, now: number): readonly Applicable[] {
  return [...applicableSidekicks(state, parent, now)].sort((one, other) =>
    one.sidekick.id < other.sidekick.id ? -1 : 1,
  );
}

/** The parent and the tasks above it: their own blocks are what the subtasks divide, not other work. */
function lineOf(state: State, parent: Task | null): ReadonlySet<string> {
  const line = new Set<string>();
  for (let task = parent ?? undefined; task && !line.has(task.id); ) {
    line.add(task.id);
    task = task.parentId === null ? undefined : state.tables.task.get(task.parentId);
  }
  return line;
}
