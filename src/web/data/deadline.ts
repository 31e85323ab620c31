/**
 * The state of a task's due, as `core/workspace/deadline.ts` has it, without its 60 KB of Temporal: a page asks it for
 * every card that it draws. A test holds the two against each other.
 */
import type { DeadlineState } from '../../core/workspace/deadline.ts';
import type { Due, Task } from '../../core/workspace/task.ts';
import { addDays, dateAt, startOfDate } from './zone.ts';

const MINUTE_MS = 60_000;
const RISK_MS = 24 * 60 * MINUTE_MS;

/** The instant a due stands for: a date ends with its day. */
export function dueMs(due: Due, zone: string): number {
  return 'at' in due ? Date.parse(due.at) : startOfDate(addDays(due.date, 1), zone);
}

/** The calendar day a due falls on. */
export function dueDate(due: Due, zone: string): string {
  return 'at' in due ? dateAt(Date.parse(due.at), zone) : due.date;
}

interface Circumstances {
  readonly zone: string;
  readonly blocked: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function deadlineOf(task: Task, circumstances: Circumstances): DeadlineState {
  const { zone, now } = circumstances;
  if (!task.due) return 'none';
  const due = dueMs(task.due, zone);
  if (task.status === 'done') return task.doneAt !== null && Date.parse(task.doneAt) > due ? 'missed' : 'met';
  if (now > due) return 'missed';
  return riskOf(task, due, circumstances) === null ? 'met' : 'at-risk';
}

/** Why the due of an open task is at risk, as a clause; null when it is not. */
export function riskWords(task: Task, circumstances: Circumstances): string | null {
  if (!task.due) return null;
  const risk = riskOf(task, dueMs(task.due, circumstances.zone), circumstances);
  return risk && risks[risk];
}

const risks = {
  'late-start': 'planned start and estimate end after it',
  'too-long': 'its estimate ends after it, begun now',
  blocked: 'less than a day is left, and it is blocked',
  idle: 'less than a day is left, and it is not in progress',
} as const;

function riskOf(task: Task, due: number, { blocked, now }: Circumstances): keyof typeof risks | null {
  const start = Math.max(now, task.plannedStart === null ? now : Date.parse(task.plannedStart));
  const isAhead = start > now;
  if (start + (task.estimateMinutes ?? 0) * MINUTE_MS > due) return isAhead ? 'late-start' : 'too-long';
  // What a plan laid out in time is no news before its hour.
  if (isAhead || due - now >= RISK_MS) return null;
  if (blocked) return 'blocked';
  return task.status === 'in-progress' ? null : 'idle';
}
