/**
 * Repairs of stated times, computed together in topological order: each subtask is looked at after all it waits for have
 * their repaired times. A start that is wrong moves to the next free moment after everything before it; a due that comes
 * too early moves to the planned end; a time that would leave the year 9999, or finds no free moment within 366 days, is
 * dropped. Offered only when no time error is left afterwards.
 */
import type { SubtaskTimes } from '../../playbook/rule-subject.ts';
import { formatInstant, parseInstant } from '../../workspace/time.ts';
import { holding, isWorking, nextFree } from '../../workspace/working-time.ts';
import type { Subtask } from '../candidate.ts';
import type { Raised } from '../checks/check.ts';
import { checkDueOrder, checkStartInCommitment, checkStartOrder } from '../checks/stated-times.ts';
import { checkWorkingHours } from '../checks/working-hours.ts';
import { type Facts, prepareOver } from '../facts.ts';
import { boundsOf, plannedEnd, statedEnd } from '../times.ts';
import { applyDrafts, type Changes, type Draft } from './draft.ts';

/** `errors` moves what is wrong; `hours` moves starts outside working hours as well. */
type Scope = 'errors' | 'hours';

export function mendTimes(facts: Facts): readonly Draft[] {
  const errors = timeErrors(facts).length > 0 ? offer(facts, 'errors', 'Move starts and dues') : [];
  const hours =
    checkWorkingHours(facts).length > 0 ? offer(facts, 'hours', 'Move starts into working hours, and dues') : [];
  return [...errors, ...hours];
}

/** Both at once, for the patch that repairs everything. */
export function mendAllTimes(facts: Facts): readonly Draft[] {
  const wanted = timeErrors(facts).length > 0 || checkWorkingHours(facts).length > 0;
  return wanted ? offer(facts, 'hours', 'Move starts and dues') : [];
}

function timeErrors(facts: Facts): readonly Raised[] {
  return [...checkStartOrder(facts), ...checkDueOrder(facts), ...checkStartInCommitment(facts)];
}

function offer(facts: Facts, scope: Scope, what: string): readonly Draft[] {
  const changes = retime(facts, scope);
  if (changes.size === 0) return [];
  const summary = `${what} of ${changes.size} ${changes.size === 1 ? 'subtask' : 'subtasks'}, in order of dependency.`;
  const draft: Draft = { changes, summary, settles: () => false };
  const repaired = prepareOver(facts, applyDrafts(facts.candidate, [draft]));
  if (timeErrors(repaired).length > 0) return [];
  const before = keysOf([...timeErrors(facts), ...checkWorkingHours(facts)]);
  const left = keysOf(checkWorkingHours(repaired));
  return [{ ...draft, settles: (raised) => before.has(keyOf(raised)) && !left.has(keyOf(raised)) }];
}

function keysOf(raised: readonly Raised[]): ReadonlySet<string> {
  return new Set(raised.map(keyOf));
}

function keyOf({ code, path, key }: Raised): string {
  return `${code} ${path} ${key}`;
}

function retime(facts: Facts, scope: Scope): Changes {
  const times = [...facts.times];
  const changes = new Map<number, (subtask: Subtask) => Subtask>();
  for (const position of facts.graph.order) {
    const before = times[position] as SubtaskTimes;
    const estimate = facts.candidate.subtasks[position]?.estimatedDurationMinutes;
    const after = settled(facts, before, startFor(facts, times, position, scope), estimate);
    times[position] = after;
    if (after.startMs !== before.startMs || after.dueMs !== before.dueMs) {
      changes.set(position, (subtask) => restated(subtask, before, after));
    }
  }
  return changes;
}

/** The repaired start; null = drop it. */
function startFor(facts: Facts, times: readonly SubtaskTimes[], position: number, scope: Scope): number | null {
  const start = times[position]?.startMs ?? null;
  if (start === null) return null;
  const bounds = boundsOf(position, facts.graph, times).map(({ ms }) => ms);
  const earliest = Math.max(start, ...bounds);
  const wrong = earliest > start || holding(facts.owner.free.busy, start) !== undefined;
  if (wrong) return nextFree(facts.owner.free, earliest);
  if (scope === 'errors' || isWorking(facts.calendar, start)) return start;
  // Outside working hours is a warning: when there is no better moment, the stated one stays.
  return writable(nextFree(facts.owner.free, start)) ?? start;
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
