/**
 * What one owner has promised already: fixed and flexible commitments, and the blocks of open tasks that state a planned
 * start. Kept between evaluations and brought up to date when the version moves: with 10,000 tasks and a thousand meetings
 * gathering anew takes 10 ms, five times the budget of a whole evaluation. What is kept is compared object by object (rows
 * are replaced when they change, never edited in place), so it is the same as what would be gathered.
 */
import type { State } from '../state/state.ts';
import { dayAt, type Span } from '../workspace/calendar-day.ts';
import type { Commitment } from '../workspace/commitment.ts';
import type { Task } from '../workspace/task.ts';
import { parseInstant } from '../workspace/time.ts';
import { type FreeTime, freeTime, keepDays, layWork, mergeSpans, subtract } from '../workspace/working-time.ts';
import type { Calendar } from '../workspace/workspace.ts';

/** A scheduled open task: from its planned start to that plus its estimate. Without an estimate there is no block. */
export interface Block extends Span {
  readonly task: Task;
}

export interface Promised extends Span {
  readonly commitment: Commitment;
}

export interface OwnerTime {
  /** Sorted by start. */
  readonly fixed: readonly Promised[];
  /** The same time, sorted and disjoint. */
  readonly fixedSpans: readonly Span[];
  readonly flexible: readonly Promised[];
  /** The blocks that touch a day, oldest task first. */
  readonly blocksOn: (day: number) => readonly Block[];
  /** Working hours. */
  readonly working: FreeTime;
  /** Working hours minus fixed commitments: where estimates are laid. */
  readonly free: FreeTime;
  /** Free time minus flexible commitments. */
  readonly unpromised: FreeTime;
  /** Unpromised time minus blocks: what is left for a new plan. */
  readonly open: FreeTime;
}

/** One owner's time with what it was made of. */
interface Ledger {
  readonly calendar: Calendar;
  readonly commitments: readonly Commitment[];
  readonly time: OwnerTime;
  /** The scheduled tasks that were looked at, and the block of each. */
  readonly tasks: Map<string, { readonly task: Task; readonly block: Block | null }>;
  readonly byDay: Map<number, Block[]>;
  readonly openDays: Map<number, readonly Span[]>;
  /** Where the state stood. */
  stamp: string;
}

const ledgers = new WeakMap<State, Map<string | null, Ledger>>();

/** Null = nobody paired yet: tasks and commitments that name nobody belong to it. */
export function ownerTime(state: State, ownerId: string | null): OwnerTime {
  const known = ledgers.get(state) ?? new Map<string | null, Ledger>();
  ledgers.set(state, known);
  const before = known.get(ownerId);
  const stamp = stampOf(state);
  if (before?.stamp === stamp && before.calendar === state.workspace.calendar) return before.time;
  const commitments = commitmentsOf(state, ownerId);
  const ledger =
    before && isSame(before, state, commitments) ? before : makeLedger(state.workspace.calendar, commitments);
  updateBlocks(ledger, state, ownerId);
  ledger.stamp = stamp;
  known.set(ownerId, ledger);
  return ledger.time;
}

/** The owner's time without the blocks of some tasks (a parent's own block is the work that its subtasks divide). */
export function withoutBlocks(state: State, time: OwnerTime, ids: ReadonlySet<string>): OwnerTime {
  if (![...ids].some((id) => state.index.scheduled.has(id))) return time;
  const blocksOn = (day: number) => time.blocksOn(day).filter(({ task }) => !ids.has(task.id));
  const ofDay = keepDays((day) => subtract(time.unpromised.ofDay(day), mergeSpans(blocksOn(day))));
  return { ...time, blocksOn, open: { calendar: time.open.calendar, ofDay } };
}

/** The counts catch a state that was filled by hand without moving its version. */
function stampOf({ workspace, index }: State): string {
  return `${workspace.version} ${workspace.ownerId} ${index.scheduled.size} ${index.commitments.size}`;
}

function isSame(ledger: Ledger, state: State, commitments: readonly Commitment[]): boolean {
  return (
    ledger.calendar === state.workspace.calendar &&
    ledger.commitments.length === commitments.length &&
    ledger.commitments.every((commitment, place) => commitment === commitments[place])
  );
}

function commitmentsOf(state: State, ownerId: string | null): readonly Commitment[] {
  const found: Commitment[] = [];
  for (const id of state.index.commitments) {
    const commitment = state.tables.commitment.get(id);
    if (commitment && (commitment.ownerId ?? state.workspace.ownerId) === ownerId) found.push(commitment);
  }
  return found;
}

function makeLedger(calendar: Calendar, commitments: readonly Commitment[]): Ledger {
  const promised = commitments.flatMap(promisedSpan).sort((one, other) => one.from - other.from || one.to - other.to);
  const fixed = promised.filter(({ commitment }) => commitment.kind === 'fixed');
  const byDay = new Map<number, Block[]>();
  const openDays = new Map<number, readonly Span[]>();
  const blocksOn = (day: number) => byDay.get(day) ?? [];
  const unpromised = freeTime(calendar, promised);
  const time: OwnerTime = {
    fixed,
    fixedSpans: mergeSpans(fixed),
    flexible: promised.filter(({ commitment }) => commitment.kind === 'flexible'),
    blocksOn,
    working: freeTime(calendar, []),
    free: freeTime(calendar, fixed),
    unpromised,
    open: { calendar, ofDay: keepDays((day) => subtract(unpromised.ofDay(day), mergeSpans(blocksOn(day))), openDays) },
  };
  return { calendar, commitments, time, tasks: new Map(), byDay, openDays, stamp: '' };
}

function promisedSpan(commitment: Commitment): readonly Promised[] {
  const from = parseInstant(commitment.start);
  const to = parseInstant(commitment.end);
  return from !== null && to !== null && from < to ? [{ commitment, from, to }] : [];
}

function updateBlocks(ledger: Ledger, state: State, ownerId: string | null): void {
  let seen = 0;
  for (const id of state.index.scheduled) {
    const task = state.tables.task.get(id);
    if (!task || (task.ownerId ?? state.workspace.ownerId) !== ownerId) continue;
    seen += 1;
    const known = ledger.tasks.get(id);
    if (known?.task !== task) enter(ledger, id, { task, block: blockOf(task, ledger.time.free) });
  }
  if (seen < ledger.tasks.size) removeGone(ledger, state, ownerId);
}

function removeGone(ledger: Ledger, state: State, ownerId: string | null): void {
  for (const id of [...ledger.tasks.keys()]) {
    const task = state.index.scheduled.has(id) ? state.tables.task.get(id) : undefined;
    if (task && (task.ownerId ?? state.workspace.ownerId) === ownerId) continue;
    unlist(ledger, ledger.tasks.get(id)?.block ?? null);
    ledger.tasks.delete(id);
  }
}

function enter(ledger: Ledger, id: string, entry: { readonly task: Task; readonly block: Block | null }): void {
  unlist(ledger, ledger.tasks.get(id)?.block ?? null);
  ledger.tasks.set(id, entry);
  const { block } = entry;
  if (!block) return;
  for (const day of daysOf(ledger, block)) {
    const blocks = ledger.byDay.get(day) ?? [];
    // From the back: tasks mostly come in the order of their numbers, and somebody may put thousands on one day.
    let place = blocks.length;
    while (place > 0 && (blocks[place - 1] as Block).task.number > block.task.number) place -= 1;
    blocks.splice(place, 0, block);
    ledger.byDay.set(day, blocks);
    ledger.openDays.delete(day);
  }
}

function unlist(ledger: Ledger, block: Block | null): void {
  if (!block) return;
  for (const day of daysOf(ledger, block)) {
    const blocks = ledger.byDay.get(day) ?? [];
    blocks.splice(blocks.indexOf(block), 1);
    ledger.openDays.delete(day);
  }
}

function daysOf({ calendar }: Ledger, span: Span): readonly number[] {
  const first = dayAt(calendar, span.from);
  const last = dayAt(calendar, span.to - 1);
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

function blockOf(task: Task, free: FreeTime): Block | null {
  const from = task.plannedStart === null ? null : parseInstant(task.plannedStart);
  if (from === null || task.estimateMinutes === null) return null;
  const to = layWork(free, from, task.estimateMinutes);
  return to === null ? null : { task, from, to };
}
