/**
 * What one owner has promised already: fixed and flexible commitments, and the blocks of open tasks that state a planned
 * start. Kept per state and version, because it is the same for every evaluation between two changes.
 */
import type { State } from '../state/state.ts';
import type { Span } from '../workspace/calendar-day.ts';
import type { Commitment } from '../workspace/commitment.ts';
import type { Task } from '../workspace/task.ts';
import { parseInstant } from '../workspace/time.ts';
import { type FreeTime, freeTime, layWork } from '../workspace/working-time.ts';

/** A scheduled open task: from its planned start to that plus its estimate. Without an estimate there is no block. */
export interface Block extends Span {
  readonly task: Task;
}

export interface Promised extends Span {
  readonly commitment: Commitment;
}

export interface OwnerTime {
  readonly fixed: readonly Promised[];
  readonly flexible: readonly Promised[];
  readonly blocks: readonly Block[];
  /** Working hours. */
  readonly working: FreeTime;
  /** Working hours minus fixed commitments: where estimates are laid. */
  readonly free: FreeTime;
  /** Free time minus flexible commitments. */
  readonly unpromised: FreeTime;
  /** Unpromised time minus blocks: what is left for a new plan. */
  readonly open: FreeTime;
}

interface Kept {
  readonly version: number;
  readonly calendar: object;
  /** Counts, in case somebody filled a state by hand without moving its version. */
  readonly sizes: string;
  readonly owners: Map<string | null, OwnerTime>;
}

const kept = new WeakMap<State, Kept>();

/** Null = nobody paired yet: tasks and commitments that name nobody belong to it. */
export function ownerTime(state: State, ownerId: string | null): OwnerTime {
  const owners = keptFor(state).owners;
  const known = owners.get(ownerId);
  if (known) return known;
  const fresh = gather(state, ownerId);
  owners.set(ownerId, fresh);
  return fresh;
}

/** The owner's time without the blocks of some tasks (a parent's own block is the work that its subtasks divide). */
export function withoutBlocks(time: OwnerTime, ids: ReadonlySet<string>): OwnerTime {
  if (!time.blocks.some(({ task }) => ids.has(task.id))) return time;
  const blocks = time.blocks.filter(({ task }) => !ids.has(task.id));
  return { ...time, blocks, open: freeTime(time.free.calendar, [...time.fixed, ...time.flexible, ...blocks]) };
}

function keptFor(state: State): Kept {
  const { version, calendar } = state.workspace;
  const sizes = `${state.index.scheduled.size} ${state.index.commitments.size} ${state.workspace.ownerId}`;
  const known = kept.get(state);
  if (known && known.version === version && known.calendar === calendar && known.sizes === sizes) return known;
  const fresh = { version, calendar, sizes, owners: new Map() };
  kept.set(state, fresh);
  return fresh;
}

function gather(state: State, ownerId: string | null): OwnerTime {
  const { calendar } = state.workspace;
  const promised = promisedBy(state, ownerId);
  const fixed = promised.filter(({ commitment }) => commitment.kind === 'fixed');
  const flexible = promised.filter(({ commitment }) => commitment.kind === 'flexible');
  const free = freeTime(calendar, fixed);
  const blocks = blocksOf(state, ownerId, free);
  return {
    fixed,
    flexible,
    blocks,
    working: freeTime(calendar, []),
    free,
    unpromised: freeTime(calendar, promised),
    open: freeTime(calendar, [...promised, ...blocks]),
  };
}

function promisedBy(state: State, ownerId: string | null): Promised[] {
  const found: Promised[] = [];
  for (const id of state.index.commitments) {
    const commitment = state.tables.commitment.get(id);
    if (!commitment || (commitment.ownerId ?? state.workspace.ownerId) !== ownerId) continue;
    const from = parseInstant(commitment.start);
    const to = parseInstant(commitment.end);
    if (from !== null && to !== null && from < to) found.push({ commitment, from, to });
  }
  return found.sort((one, other) => one.from - other.from || one.to - other.to);
}

function blocksOf(state: State, ownerId: string | null, free: FreeTime): Block[] {
  const found: Block[] = [];
  for (const id of state.index.scheduled) {
    const task = state.tables.task.get(id);
    if (!task || (task.ownerId ?? state.workspace.ownerId) !== ownerId) continue;
    if (task.plannedStart === null || task.estimateMinutes === null) continue;
    const from = parseInstant(task.plannedStart);
    const to = from === null ? null : layWork(free, from, task.estimateMinutes);
    if (from !== null && to !== null) found.push({ task, from, to });
  }
  return found.sort((one, other) => one.from - other.from || one.task.number - other.task.number);
}
