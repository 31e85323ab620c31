/**
 * The deadline of a run. It stands still while the run waits for a person or for whoever started it, but not for ever:
 * a run that always has something open would never end.
 */
export interface RunClock {
  readonly over: Promise<void>;
  stop(): void;
}

export interface ClockOf {
  readonly limitMs: number;
  /** All its waits together. Once they are used up, the clock runs on while it waits. */
  readonly pauseMs: number;
  readonly isPaused: () => boolean;
}

const TICK_MS = 100;
const LEAST_PAUSE_MS = 3_600_000;

/** An hour, or the run's own time where that is more. */
export function pauseOf(limitMs: number): number {
  return Math.max(LEAST_PAUSE_MS, limitMs);
}

export function startClock({ limitMs, pauseMs, isPaused }: ClockOf): RunClock {
  let left = limitMs;
  let pauseLeft = pauseMs;
  let last = performance.now();
  let fire: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    fire = resolve;
  });
  const timer = setInterval(() => {
    const now = performance.now();
    if (isPaused() && pauseLeft > 0) pauseLeft -= now - last;
    else left -= now - last;
    last = now;
    if (left <= 0) {
      clearInterval(timer);
      fire();
    }
  }, TICK_MS);
  return { over, stop: () => clearInterval(timer) };
}
