/**
 * Grants so many a minute, a sliding one, in one number per second. What it turns away does not count: whoever goes on
 * asking makes nobody wait longer. It protects the machine; secrets are long enough.
 */
import type { Clock } from '../../app/ports.ts';

export interface Limiter {
  /** Notes one and grants it; false, noting nothing, when there were too many within the last minute. */
  note(): boolean;
}

export function createLimiter(clock: Clock, perMinute: number): Limiter {
  /** Second -> count; at most 60 entries. */
  const seconds = new Map<number, number>();

  const total = () => {
    const now = Math.floor(clock.now() / 1000);
    let sum = 0;
    for (const [second, count] of seconds) {
      if (second <= now - 60 || second > now) seconds.delete(second);
      else sum += count;
    }
    return sum;
  };

  return {
    note() {
      if (total() >= perMinute) return false;
      const now = Math.floor(clock.now() / 1000);
      seconds.set(now, (seconds.get(now) ?? 0) + 1);
      return true;
    },
  };
}
