/** What a document shows depends on what its browser may see: found out at the start, and again whenever that may differ. */
import { useCallback, useEffect, useState } from 'react';
import type { Refusal } from '../../kit/result.ts';
import type { Live } from './live.ts';
import type { Session } from './use-live.ts';

interface Starting {
  readonly state: 'starting';
}

type Found =
  | { readonly state: 'open'; readonly session: Session }
  | { readonly state: 'unpaired' }
  | { readonly state: 'failed'; readonly refusal: Refusal };

const AGAIN_MS = 2_000;

/** `boot` must be the same function at every call. */
export function useBoot<Boot extends Found>(
  boot: (signal: AbortSignal) => Promise<Boot>,
): { readonly now: Boot | Starting; readonly again: () => void } {
  const [now, setNow] = useState<Boot | Starting>({ state: 'starting' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round finds out anew
  useEffect(() => {
    const stop = new AbortController();
    void boot(stop.signal).then((next) => {
      if (!stop.signal.aborted) setNow(next);
    });
    return () => stop.abort();
  }, [boot, round]);

  // A key that was revoked, or an example that somebody else took over.
  useEffect(() => {
    const live = liveOf(now);
    return live?.subscribe(() => {
      if (live.get().refusal) again();
    });
  }, [now, again]);

  // A daemon that is away for a moment, as in a restart: whoever finds it away need not press anything.
  useEffect(() => {
    if (now.state !== 'failed' || now.refusal.code !== 'unreachable') return;
    const timer = setTimeout(again, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [now, again]);

  return { now, again };
}

function liveOf(now: Found | Starting): Live | null {
  return now.state === 'open' ? now.session.live : null;
}
