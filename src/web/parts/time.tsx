import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './time-words.ts';

const Zone = createContext<string | undefined>(undefined);

/** The zone that exact times are written in: the workspace's, or the browser's while it is not known. */
export function ZoneProvider({ zone, children }: { readonly zone: string | undefined; readonly children: ReactNode }) {
  return <Zone value={zone}>{children}</Zone>;
}

export function useZone(): string {
  return useContext(Zone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const listeners = new Set<() => void>();
let told = currentMinute();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page, and none when there are none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 5_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  if (told === currentMinute()) return;
  told = currentMinute();
  for (const listener of listeners) listener();
}

function currentMinute(): number {
  return Math.floor(Date.now() / 60_000);
}

/** The current minute, in milliseconds since 1970. */
export function useNow(): number {
  // Read from the clock, not from the last tick: what happened just now would be in the future of that.
  return useSyncExternalStore(subscribe, currentMinute) * 60_000;
}

interface TimeProps {
  /** RFC 3339. */
  readonly at: string;
  /** `exact` shows the exact time and keeps the relative one for hovering. */
  readonly show?: 'relative' | 'exact';
}

/** A time, relative, with the exact one on hover. */
export function Time({ at, show = 'relative' }: TimeProps) {
  const now = useNow();
  const zone = useZone();
  const exact = exactTime(at, zone);
  const relative = relativeTime(at, now);
  return (
    <time dateTime={at} title={show === 'relative' ? exact : relative}>
      {show === 'relative' ? relative : exact}
    </time>
  );
}
