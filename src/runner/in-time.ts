/** What an agent's launch waits for before there is an agent that could be ended. */
import { type Refusal, type Result, refuse } from '../kit/result.ts';

export const startCancelled: Refusal = {
  code: 'cancelled',
  message: 'The start was cancelled.',
  next: 'Start it again when it is wanted.',
};

/** The work's answer, or `cancelled` or `late` when that comes first: then the work goes on, and nobody waits for it. */
export async function inTime<T>(
  work: Promise<Result<T>>,
  { signal, ms, late }: { readonly signal: AbortSignal; readonly ms: number; readonly late: Refusal },
): Promise<Result<T>> {
  let stop = () => {};
  const over = new Promise<Result<never>>((resolve) => {
    const abort = () => resolve(refuse(startCancelled));
    const timer = setTimeout(() => resolve(refuse(late)), ms);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  });
  try {
    return await Promise.race([over, work]);
  } finally {
    stop();
  }
}
