/** Where planned work ends: laid over working hours minus fixed commitments. */
import type { Commitment } from '../../../core/workspace/commitment.ts';
import { type FreeTime, freeTime, layWork } from '../../../core/workspace/working-time.ts';
import type { Calendar } from '../../../core/workspace/workspace.ts';

/** Working hours minus the commitments that `isTaken` names. */
export function timeLeft(
  calendar: Calendar,
  commitments: readonly Commitment[],
  isTaken: (commitment: Commitment) => boolean,
): FreeTime {
  const taken = commitments.filter(isTaken);
  return freeTime(
    calendar,
    taken.map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) })),
  );
}

/** Milliseconds since 1970; null when it is not over within a year. */
export function plannedEnd(
  calendar: Calendar,
  commitments: readonly Commitment[],
  start: number,
  minutes: number,
): number | null {
  return layWork(
    timeLeft(calendar, commitments, ({ kind }) => kind === 'fixed'),
    start,
    minutes,
  );
}
