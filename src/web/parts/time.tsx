import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { exactTime, relativeTime, shortTime } from './time-words.ts';

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

/** A time, relative, with the exact one on hover: for what happened. */
export function Time({ at }: { readonly at: string }) {
  const now = useNow();
  const zone = useZone();
  return (
    <time dateTime={at} title={exactTime(at, zone)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** "Tue 1 Dec, 09:00", the whole of it on hover: for what is planned. */
export function When({ at }: { readonly at: string }) {
  const zone = useZone();
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at, zone)}>
      {shortTime(at, zone, now)}
    </time>
  );
}

interface FromToProps {
  readonly start: string;
  readonly end: string;
}

/** "Tue 1 Dec, 09:00 to 12:30": the day is said once when it is the same. */
export function FromTo({ start, end }: FromToProps) {
  const zone = useZone();
  const now = useNow();
  const from = shortTime(start, zone, now);
  const to = shortTime(end, zone, now);
  const [fromDay] = from.split(', ');
  const [toDay, toClock] = to.split(', ');
  return (
    <span title={`${exactTime(start, zone)} to ${exactTime(end, zone)}`}>
      {from} to {fromDay === toDay ? toClock : to}
    </span>
  );
}
