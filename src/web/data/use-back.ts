import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Refusal } from '../../kit/result.ts';
import { useSession } from './use-live.ts';

/**
 * Asks again what the daemon did not answer, once it is back: no event says so when nothing happened meanwhile, and a
 * page that could not be read would stand there until somebody presses its button.
 */
export function useBack(refusal: Refusal | null, again: () => void): void {
  const { live } = useSession();
  const connected = useSyncExternalStore(live.subscribe, () => live.get().connected);
  const latest = useRef({ refusal, again, connected });
  useEffect(() => {
    const before = latest.current;
    latest.current = { refusal, again, connected };
    if (connected && !before.connected && refusal?.code === 'unreachable') again();
  }, [refusal, again, connected]);
}
