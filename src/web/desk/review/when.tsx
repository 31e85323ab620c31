import { useNow, useZone } from '../../parts/time.tsx';
import { exactTime, formatOf } from '../../parts/time-words.ts';

/** "Tue 1 Dec, 09:00", with the year when it is another one than now; the whole of it on hover. */
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

function shortTime(at: string, zone: string, now: number): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return at;
  const year = formatOf(zone, { year: 'numeric' });
  const sameYear = year.format(ms) === year.format(now);
  const day = formatOf(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' as const }),
  }).format(ms);
  return `${day.replaceAll(',', '')}, ${formatOf(zone, { hour: '2-digit', minute: '2-digit' }).format(ms)}`;
}
