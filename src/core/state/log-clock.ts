/**
 * Two clocks. The log's time never goes back: it is the wall clock, or the last event's time where that is later. So a
 * clock that is set back brings nothing old back. But one event under a clock that was ahead stops the log's time until
 * the wall clock comes after it, years later perhaps. What begins meanwhile ends by the wall clock.
 */
import { MINUTE_MS } from '../workspace/time.ts';

/** Clocks of one computer are corrected by less. */
export const AHEAD_MS = 5 * MINUTE_MS;

export function isAhead(logMs: number, clockMs: number): boolean {
  return logMs - clockMs > AHEAD_MS;
}

/**
 * Whether something is over. `clockAtMs`: where the wall clock stood when it began, if the log was ahead of it then;
 * a wall clock before that has been set back, and nobody knows how long it has been.
 */
export function isPast(
  endMs: number,
  clockAtMs: number | null,
  now: { readonly nowMs: number; readonly clockMs: number },
): boolean {
  if (clockAtMs === null) return Math.max(now.nowMs, now.clockMs) >= endMs;
  return now.clockMs >= endMs || isAhead(clockAtMs, now.clockMs);
}
