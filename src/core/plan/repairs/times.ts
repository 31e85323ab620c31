/**
 * The repair of stated times: one for all of them, computed in topological order, so that each subtask is looked at after
 * everything it waits for has its repaired times. A start that is wrong moves to the next free moment after all that comes
 * before it; one outside working hours to the next free moment, which leaves its end where it is; a due that comes too
 * early to the planned end. A start that would leave the year 9999, or finds no free moment within 366 days, is dropped.
 * Offered only when no time error is left afterwards.
 */
import type { SubtaskTimes } from '../../playbook/rule-subject.ts';
import { formatInstant, parseInstant } from '../../workspace/time.ts';
import { holding, isWorking, nextFree } from '../../workspace/working-time.ts';
import type { Subtask } from '../candidate.ts';
import type { Raised } from '../checks/check.ts';
import { checkDueOrder, checkStartInCommitment, checkStartOrder } from '../checks/stated-times.ts';
import { checkWorkingHours } from '../checks/working-hours.ts';
import type { IssueCode } from '../codes.ts';
import type { Facts } from '../facts.ts';
import { boundsOf, plannedEnd, statedEnd } from '../times.ts';
import type { Changes, Draft } from './draft.ts';

export function mendTimes(facts: Facts): readonly Draft[] {
  const errors = timeErrors(facts);
  const outside = new Set(movable(facts));
  if (errors.length + outside.size === 0) return [];
  const { changes, times } = retime(facts);
  if (timeErrors({ ...facts, times }).length > 0) return [];
  const settles: Draft['settles'] = ({ code, path }) =>
    timeCodes.includes(code) || (code === 'outside_working_hours' && outside.has(path));
  return [{ changes, summary: summaryOf(changes.size, errors.length > 0), settles }];
}

const timeCodes: readonly string[] = [
  'start_before_dependency_end',
  'due_before_end',
  'start_in_commitment',
] satisfies readonly IssueCode[];

function timeErrors(facts: Facts): readonly Raised[] {
  return [...checkStartOrder(facts), ...checkDueOrder(facts), ...checkStartInCommitment(facts)];
}

/**
 * Paths of starts outside working hours that have a free moment after them. Whatever else is repaired, these end up within
 * working hours or without a start; one that has no such moment may stay where it is.
 */
function movable(facts: Facts): readonly string[] {
  return checkWorkingHours(facts)
    .map(({ path }) => path)
    .filter((path) => {
      const start = facts.times[Number(path.split('/')[2])]?.startMs ?? null;
      return start !== null && writable(nextFree(facts.owner.free, start)) !== null;
    });
}

interface Retimed {
  readonly changes: Changes;
  /** By position, as they are after the changes. */
  readonly times: readonly SubtaskTimes[];
}

function retime(facts: Facts): Retimed {
  const times = [...facts.times];
  const changes = new Map<number, (subtask: Subtask) => Subtask>();
  for (const position of facts.graph.order) {
    const before = times[position] as SubtaskTimes;
    const estimate = facts.candidate.subtasks[position]?.estimatedDurationMinutes;
    const after = settled(facts, before, startFor(facts, times, position), estimate);
    times[position] = after;
    if (after.startMs !== before.startMs || after.dueMs !== before.dueMs) {
      changes.set(position, (subtask) => restated(subtask, before, after));
    }
  }
  return { changes, times };
}

/** The repaired start; null = drop it. */
function startFor(facts: Facts, times: readonly SubtaskTimes[], position: number): number | null {
  const start = times[position]?.startMs ?? null;
  if (start === null) return null;
  const bounds = boundsOf(position, facts.graph, times).map(({ ms }) => ms);
  const earliest = Math.max(start, ...bounds);
  const wrong = earliest > start || holding(facts.owner.fixedSpans, start) !== undefined;
  if (wrong) return nextFree(facts.owner.free, earliest);
  if (isWorking(facts.calendar, start)) return start;
  // Outside working hours is a warning: when there is no better moment, the stated one stays.
  return writable(nextFree(facts.owner.free, start)) ?? start;
}

function summaryOf(changed: number, errors: boolean): string {
  const what = errors ? 'Move starts and dues' : 'Move starts into working hours, and dues with them,';
  return `${what} of ${changed} ${changed === 1 ? 'subtask' : 'subtasks'}, in order of dependency.`;
}

/** The times with that start, the end that follows from it, and a due that is not before it. */
function settled(facts: Facts, before: SubtaskTimes, start: number | null, estimate: number | undefined): SubtaskTimes {
  const startMs = writable(start);
  const endMs = plannedEnd(startMs, estimate, facts.owner.free);
  const after = { startMs, endMs, dueMs: before.dueMs };
  const end = statedEnd(after);
  if (after.dueMs === null || end === null || after.dueMs >= end) return after;
  if (writable(end) === null) return { startMs: null, endMs: null, dueMs: after.dueMs };
  return { ...after, dueMs: end };
}

/** Null when the instant has no RFC 3339 form in the years 1 to 9999. */
function writable(ms: number | null): number | null {
  return ms !== null && parseInstant(formatInstant(ms)) === ms ? ms : null;
}

function restated(subtask: Subtask, before: SubtaskTimes, after: SubtaskTimes): Subtask {
  const { plannedStart, dueAt, ...rest } = subtask;
  const start = after.startMs === before.startMs ? plannedStart : textOf(after.startMs);
  const due = after.dueMs === before.dueMs ? dueAt : textOf(after.dueMs);
  return {
    ...rest,
    ...(start === undefined ? {} : { plannedStart: start }),
    ...(due === undefined ? {} : { dueAt: due }),
  };
}

function textOf(ms: number | null): string | undefined {
  return ms === null ? undefined : formatInstant(ms);
}
