/**
 * The heuristic schedule: critical path method over the owner's free time. Each subtask starts as stated, else as soon as
 * what it waits for is over (not before now); an estimate takes its working minutes from there. Subtasks that wait for
 * nothing may run side by side: whether one person can do all of it is what `capacity.ts` answers. A subtask without an
 * estimate is unknown: it takes no time here and is counted. Nothing in this file ever makes an error.
 *
 * Slack is total float: how many working minutes a subtask may slip before the plan's end moves, or before its own due or
 * that of what waits for it is missed.
 */

import { DAY_MS } from '../../kit/durations.ts';
import { freeMinutes, layBack, layWork, nextFree } from '../workspace/working-time.ts';
import type { ScheduledSubtask } from './evaluation.ts';
import type { Facts } from './facts.ts';

/** Times in milliseconds, minutes of work; null = unknown. */
export interface Placed {
  readonly basis: ScheduledSubtask['basis'];
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly slackMinutes: number | null;
  readonly critical: boolean;
}

export interface Layout {
  /** By position. */
  readonly placed: readonly Placed[];
  /** Positions, first to last. */
  readonly criticalPath: readonly number[];
  readonly endMs: number | null;
  readonly unestimated: number;
}

interface Run {
  readonly basis: Placed['basis'];
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** From here on its successors may run: the end, or what is known of it. */
  readonly overMs: number;
}

export function layOut(facts: Facts): Layout {
  const runs = forward(facts);
  const ends = runs.flatMap(({ endMs }) => (endMs === null ? [] : [endMs]));
  const endMs = ends.length === 0 ? null : Math.max(...ends);
  const slack = endMs === null ? [] : backward(facts, runs, endMs);
  const placed = runs.map(({ basis, startMs, endMs: end }, position) => {
    const slackMinutes = slack[position] ?? null;
    return { basis, startMs, endMs: end, slackMinutes, critical: slackMinutes === 0 };
  });
  const unestimated = facts.candidate.subtasks.filter((subtask) => subtask.estimatedDurationMinutes === undefined);
  return { placed, criticalPath: pathTo(facts, runs, endMs), endMs, unestimated: unestimated.length };
}

function forward(facts: Facts): readonly Run[] {
  const runs: Run[] = [];
  for (const position of facts.graph.order) {
    const before = facts.graph.comesAfter[position] ?? [];
    const overMs = Math.max(facts.now, ...before.map((other) => (runs[other] as Run).overMs));
    runs[position] = run(facts, position, overMs);
  }
  return runs;
}

function run(facts: Facts, position: number, notBefore: number): Run {
  const { free } = facts.owner;
  const stated = facts.times[position];
  const estimate = facts.candidate.subtasks[position]?.estimatedDurationMinutes;
  if (estimate === undefined) {
    const startMs = stated?.startMs ?? null;
    return { basis: 'unknown', startMs, endMs: null, overMs: startMs ?? notBefore };
  }
  if (stated && stated.startMs !== null) {
    const { startMs, endMs } = stated;
    return { basis: 'stated', startMs, endMs, overMs: endMs ?? startMs };
  }
  const startMs = nextFree(free, notBefore);
  const endMs = startMs === null ? null : layWork(free, startMs, estimate);
  return { basis: 'placed', startMs, endMs, overMs: endMs ?? notBefore };
}

/** Per position the slack in working minutes; null = unknown, or further off than a year. */
function backward(facts: Facts, runs: readonly Run[], planEnd: number): readonly (number | null)[] {
  const latestEnd = runs.map((_, position) => Math.min(planEnd, facts.times[position]?.dueMs ?? planEnd));
  const slack: (number | null)[] = runs.map(() => null);
  for (const position of [...facts.graph.order].reverse()) {
    const { startMs, endMs } = runs[position] as Run;
    const end = latestEnd[position] as number;
    const latestStart = latestStartOf(facts, position, end) ?? startMs ?? end;
    if (startMs !== null && endMs !== null) slack[position] = slackBetween(facts, startMs, latestStart);
    for (const other of facts.graph.comesAfter[position] ?? []) {
      latestEnd[other] = Math.min(latestEnd[other] as number, latestStart);
    }
  }
  return slack;
}

function latestStartOf(facts: Facts, position: number, end: number): number | null {
  const estimate = facts.candidate.subtasks[position]?.estimatedDurationMinutes;
  return estimate === undefined ? end : layBack(facts.owner.free, end, estimate);
}

function slackBetween(facts: Facts, start: number, latestStart: number): number | null {
  if (latestStart <= start) return 0;
  return latestStart - start > 366 * DAY_MS ? null : freeMinutes(facts.owner.free, start, latestStart);
}

/** Back from what ends last, each time to what it had to wait for. */
function pathTo(facts: Facts, runs: readonly Run[], endMs: number | null): readonly number[] {
  const path: number[] = [];
  let position = facts.graph.order.find((at) => endMs !== null && runs[at]?.endMs === endMs);
  while (position !== undefined) {
    path.unshift(position);
    position = driverOf(facts, runs, position);
  }
  return path;
}

/** The dependency that ends last, when no free minute lies between its end and this start. */
function driverOf(facts: Facts, runs: readonly Run[], position: number): number | undefined {
  const start = runs[position]?.startMs;
  let driver: number | undefined;
  let latest = Number.NEGATIVE_INFINITY;
  for (const other of facts.graph.order) {
    const end = runs[other]?.endMs ?? null;
    if (end === null || end <= latest || !facts.graph.comesAfter[position]?.includes(other)) continue;
    driver = other;
    latest = end;
  }
  if (driver === undefined || start === null || start === undefined) return undefined;
  return freeMinutes(facts.owner.free, latest, start) === 0 ? driver : undefined;
}
