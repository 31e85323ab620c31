/** The stated times of subtasks, read once, and what they say about each other. Nothing here is a guess. */
import type { SubtaskTimes } from '../playbook/rule-subject.ts';
import { parseInstant } from '../workspace/time.ts';
import { type FreeTime, layWork } from '../workspace/working-time.ts';
import type { Subtask } from './candidate.ts';
import type { Graph } from './graph.ts';

/** Null = not stated, or not readable (`bad_instant`). */
export function timesOf(subtask: Subtask, free: FreeTime): SubtaskTimes {
  const startMs = subtask.plannedStart === undefined ? null : parseInstant(subtask.plannedStart);
  const dueMs = subtask.dueAt === undefined ? null : parseInstant(subtask.dueAt);
  return { startMs, dueMs, endMs: plannedEnd(startMs, subtask.estimatedDurationMinutes, free) };
}

/** Start plus estimate, laid over free time; null without either, or when 366 days do not hold it. */
export function plannedEnd(startMs: number | null, estimate: number | undefined, free: FreeTime): number | null {
  return startMs === null || estimate === undefined ? null : layWork(free, startMs, estimate);
}

/** The stated end; a stated start when the estimate is unknown, for nothing ends before it starts. */
export function statedEnd(times: SubtaskTimes | undefined): number | null {
  return times ? (times.endMs ?? times.startMs) : null;
}

export interface Bound {
  readonly position: number;
  readonly ms: number;
}

/**
 * What must be over before a subtask starts, with the stated moment of each: its dependencies, and through those that
 * state nothing the ones before them.
 */
export function boundsOf(position: number, graph: Graph, times: readonly SubtaskTimes[]): readonly Bound[] {
  const bounds: Bound[] = [];
  const seen = new Set<number>();
  const open = [...(graph.comesAfter[position] ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const ms = statedEnd(times[next]);
    if (ms === null) open.push(...(graph.comesAfter[next] ?? []));
    else bounds.push({ position: next, ms });
  }
  return bounds;
}
