/**
 * One signal out of two, to be released when the work is done. `AbortSignal.any` would leave a trace on the long-lived
 * one for every call (Node 20 keeps them until it is collected itself).
 */
export function linkedSignal(
  one: AbortSignal,
  other: AbortSignal,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (one.aborted || other.aborted) controller.abort();
  one.addEventListener('abort', abort);
  other.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    release() {
      one.removeEventListener('abort', abort);
      other.removeEventListener('abort', abort);
    },
  };
}
