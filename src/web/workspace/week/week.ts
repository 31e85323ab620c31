/** One week of the workspace's calendar: what is promised, what is planned, what falls due, and what time is left. */
import type { Commitment } from '../../../core/workspace/commitment.ts';
import type { Task } from '../../../core/workspace/task.ts';
import { freeMinutes, freeTime, layWork } from '../../../core/workspace/working-time.ts';
import { dueDate } from '../../data/deadline.ts';
import type { LiveState } from '../../data/live-state.ts';
import { addDays, dateAt, mondayOf, startOfDate } from '../../data/zone.ts';
import { timeLeft } from './planned-end.ts';

export interface Block {
  readonly from: number;
  /** Null when the task has no estimate. */
  readonly to: number | null;
  readonly what:
    | { readonly kind: 'commitment'; readonly commitment: Commitment }
    | { readonly kind: 'task'; readonly task: Task };
}

export interface Day {
  readonly date: string;
  /** By start. */
  readonly blocks: readonly Block[];
  readonly due: readonly Task[];
  /** Working minutes of the whole day. */
  readonly working: number;
  /** Of those still to come, what neither commitments nor planned tasks take; null when the day is over. */
  readonly free: number | null;
}

/** `now` in milliseconds. */
export function weekOf(state: LiveState, monday: string, now: number): readonly Day[] {
  const { calendar } = state.workspace;
  const { zone } = calendar;
  const working = timeLeft(calendar, [], () => false);
  const unfixed = timeLeft(calendar, state.commitments, ({ kind }) => kind === 'fixed');
  const open = [...state.tasks.values()].filter((task) => task.trashedAt === null);
  const planned = open.filter((task) => task.plannedStart !== null && task.status !== 'done');
  const blocks: readonly Block[] = [
    ...state.commitments.map(blockOf),
    ...planned.map((task): Block => {
      const from = Date.parse(task.plannedStart ?? '');
      const to = task.estimateMinutes === null ? null : layWork(unfixed, from, task.estimateMinutes);
      return { from, to, what: { kind: 'task', task } };
    }),
  ].sort((one, other) => one.from - other.from);
  const untaken = freeTime(
    calendar,
    blocks.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }])),
  );
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(monday, index);
    const from = startOfDate(date, zone);
    const to = startOfDate(addDays(date, 1), zone);
    return {
      date,
      blocks: blocks.filter((block) => block.from < to && (block.to ?? block.from + 1) > from),
      due: open.filter((task) => task.due !== null && dueDate(task.due, zone) === date),
      working: freeMinutes(working, from, to),
      free: to <= now ? null : freeMinutes(untaken, Math.max(from, now), to),
    };
  });
}

function blockOf(commitment: Commitment): Block {
  const { start, end } = commitment;
  return { from: Date.parse(start), to: Date.parse(end), what: { kind: 'commitment', commitment } };
}

/** The Monday that an address names, or this week's. */
export function mondayFrom(asked: string | undefined, now: number, zone: string): string {
  const date =
    asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : dateAt(now, zone);
  return mondayOf(date);
}
