/** Bounded waits on the log: they end on the first event that matters, at the limit, or with the caller. */
import type { Kernel } from './kernel.ts';

/** Resolves as soon as `isOver` says so after an event, after `ms`, or on abort; expiry is an observation, not a state. */
export function waitForChange(kernel: Kernel, ms: number, signal: AbortSignal, isOver: () => boolean): Promise<void> {
  if (signal.aborted || isOver()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const stop = kernel.onEvents(() => {
      if (isOver()) end();
    });
    signal.addEventListener('abort', end, { once: true });
  });
}
