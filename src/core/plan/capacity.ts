/**
 * Whether one owner can do the work: free time from now on, minus flexible commitments and the blocks of other scheduled
 * tasks, until the plan's work is placed, at most 366 days. Flexible commitments take capacity where they stand; they may
 * move, so they never make an error. Days count by the workspace's zone.
 */

import { DAY_MS } from '../../kit/durations.ts';
import { dateOfDay, dayAt, type Span } from '../workspace/calendar-day.ts';
import { MINUTE_MS } from '../workspace/time.ts';
import { freeMinutes, layWork, shared } from '../workspace/working-time.ts';
import { plannedBlocks } from './checks/overlap.ts';
import type { CapacityDay } from './evaluation.ts';
import type { Facts } from './facts.ts';

const WINDOW_DAYS = 366;

/** Minutes of work; instants in milliseconds. */
export interface Load {
  readonly untilMs: number | null;
  readonly workingMinutes: number;
  readonly committedMinutes: number;
  readonly otherPlannedMinutes: number;
  readonly neededMinutes: number;
  readonly unestimated: number;
  /** False when the known part does not fit; null = it does, and the rest is unknown. */
  readonly fits: boolean | null;
  readonly overfullDays: readonly CapacityDay[];
  /** Positions with a stated block on an overfull day. */
  readonly crowded: readonly number[];
}

export function weigh(facts: Facts): Load {
  const { owner, now, deadline } = facts;
  const estimates = facts.candidate.subtasks.map((subtask) => subtask.estimatedDurationMinutes);
  const neededMinutes = estimates.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0);
  const unestimated = estimates.filter((minutes) => minutes === undefined).length;
  const untilMs = neededMinutes === 0 ? now : layWork(owner.open, now, neededMinutes);
  const fits = neededMinutes === 0 || (untilMs !== null && (deadline === null || untilMs <= deadline));
  const end = untilMs ?? now + WINDOW_DAYS * DAY_MS;
  const working = freeMinutes(owner.working, now, end);
  const unpromised = freeMinutes(owner.unpromised, now, end);
  return {
    untilMs,
    workingMinutes: working,
    committedMinutes: working - unpromised,
    otherPlannedMinutes: unpromised - freeMinutes(owner.open, now, end),
    neededMinutes,
    unestimated,
    fits: fits && unestimated > 0 ? null : fits,
    ...overfull(facts),
  };
}

interface DayLoad {
  planned: number;
  readonly positions: Set<number>;
}

function overfull(facts: Facts): Pick<Load, 'overfullDays' | 'crowded'> {
  const days = new Map<number, DayLoad>();
  const today = dayAt(facts.calendar, facts.now);
  for (const block of plannedBlocks(facts)) {
    for (const day of daysOf(facts, block, today)) {
      const load = days.get(day) ?? { planned: 0, positions: new Set() };
      load.positions.add(block.position);
      load.planned += spent(facts, day, block);
      days.set(day, load);
    }
  }
  addOthers(facts, days);
  const found = [...days]
    .filter(([day, load]) => load.planned > freeOn(facts, day))
    .sort(([one], [other]) => one - other);
  const overfullDays = found.map(([day, load]) => ({
    date: dateOfDay(day),
    freeMinutes: minutes(freeOn(facts, day)),
    plannedMinutes: minutes(load.planned),
  }));
  return { overfullDays, crowded: [...new Set(found.flatMap(([, { positions }]) => [...positions]))] };
}

/** Adds what else takes time on the days that the plan uses. */
function addOthers(facts: Facts, days: ReadonlyMap<number, DayLoad>): void {
  for (const [day, load] of days) {
    for (const span of [...facts.owner.blocksOn(day), ...facts.owner.flexible]) load.planned += spent(facts, day, span);
  }
}

/** Days that the span touches, from today on and within the window. */
function daysOf({ calendar }: Facts, span: Span, today: number): readonly number[] {
  const found: number[] = [];
  const last = Math.min(dayAt(calendar, span.to - 1), today + WINDOW_DAYS);
  for (let day = Math.max(dayAt(calendar, span.from), today); day <= last; day += 1) found.push(day);
  return found;
}

function spent({ owner }: Facts, day: number, span: Span): number {
  return owner.free.ofDay(day).reduce((sum, free) => sum + shared(free, span.from, span.to), 0);
}

function freeOn({ owner }: Facts, day: number): number {
  return owner.free.ofDay(day).reduce((sum, free) => sum + free.to - free.from, 0);
}

function minutes(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}
