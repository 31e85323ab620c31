/** The deadline of a run. It stands still while the run waits for a person or for whoever started it. */
export interface RunClock {
  readonly over: Promise<void>;
  stop(): void;
}

const TICK_MS = 100;

export function startClock(limitMs: number, isPaused: () => boolean): RunClock {
  let left = limitMs;
  let last = performance.now();
  let fire: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    fire = resolve;
  });
  const timer = setInterval(() => {
    const now = performance.now();
    if (!isPaused()) left -= now - last;
    last = now;
    if (left <= 0) {
      clearInterval(timer);
      fire();
    }
  }, TICK_MS);
  return { over, stop: () => clearInterval(timer) };
}
