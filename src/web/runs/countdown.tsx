import { useEffect, useState } from 'react';
import { DotIcon, RingIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/marks.tsx';
import { useZone } from '../parts/time.tsx';
import { exactTime } from '../parts/time-words.ts';
import { leftWords, nextTick, urgencyOf } from './countdown.ts';

/** Milliseconds until an instant, as often as its words change. */
export function useLeft(until: string): number {
  const end = Date.parse(until);
  const [now, setNow] = useState(Date.now);
  const left = end - now;
  useEffect(() => {
    const wait = nextTick(left);
    if (!Number.isFinite(wait)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(50, wait));
    return () => clearTimeout(timer);
  }, [left]);
  return Math.max(0, left);
}

interface CountdownProps {
  readonly until: string;
  /** What stands when nothing is left. */
  readonly over: string;
}

/** What is left until a deadline. Not a live region: a screen reader reads it when it gets there, not every second. */
export function Countdown({ until, over }: CountdownProps) {
  const left = useLeft(until);
  const zone = useZone();
  const urgency = urgencyOf(left);
  const words = leftWords(left);
  return (
    <time dateTime={until} title={exactTime(until, zone)}>
      <Mark
        icon={urgency === 'calm' ? <RingIcon /> : <DotIcon />}
        tone={urgency === 'over' ? 'bad' : urgency === 'urgent' ? 'warn' : 'plain'}
      >
        {words === null ? over : `${words} left`}
      </Mark>
    </time>
  );
}
