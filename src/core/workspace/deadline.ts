/** The state of a task's due. One function, used by every view and tool. */

import { DAY_MS } from '../../kit/durations.ts';
import type { State } from '../state/state.ts';
import { isBlocked } from '../state/state.ts';
import type { Task } from './task.ts';
import { dueInstant, MINUTE_MS, parseInstant } from './time.ts';

export type DeadlineState = 'none' | 'met' | 'at-risk' | 'missed';

const RISK_MS = DAY_MS;

/**
 * `met`: done in time, or open with time left. `missed`: done late, or open after the due. `at-risk`: open, and what is
 * stated does not fit: the planned start plus estimate (or now plus estimate) ends after the due, or less than a day is
 * left while it is blocked or not in progress, and no start is planned that is still to come: what a plan laid out in
 * time is no news before its hour. Wall time, so that it needs no layout; plans are laid out in core/plan.
 */
export function deadlineState(state: State, task: Task, nowMs: number): DeadlineState {
  if (!task.due) return 'none';
  const due = dueInstant(task.due, state.workspace.calendar.zone);
  if (due === null) return 'none';
  if (task.status === 'done') return task.doneAt !== null && Date.parse(task.doneAt) > due ? 'missed' : 'met';
  if (nowMs > due) return 'missed';
  const estimate = (task.estimateMinutes ?? 0) * MINUTE_MS;
  const start = Math.max(nowMs, task.plannedStart === null ? nowMs : (parseInstant(task.plannedStart) ?? nowMs));
  if (start + estimate > due) return 'at-risk';
  const close = due - nowMs < RISK_MS && start <= nowMs;
  return close && (task.status !== 'in-progress' || isBlocked(state, task)) ? 'at-risk' : 'met';
}
