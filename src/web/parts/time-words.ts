/** Times, spans and dates in words. English, 24 hours, in a given zone. */

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** "in 3 days", "2 hr. ago", "just now". */
export function relativeTime(at: string, now: number): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return at;
  const seconds = (ms - now) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs some 50 microseconds, using one nearly nothing. */
export function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
    formats.set(key, format);
  }
  return format;
}

/** "Wed 2 Dec 2026, 14:30 GMT+1". */
export function exactTime(at: string, zone: string): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return at;
  const clock = formatOf(zone, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }).format(ms);
  return `${dayAt(ms, zone, true)}, ${clock}`;
}

/** "Wed 2 Dec, 14:30", with the year when it is another one than at `now`. */
export function shortTime(at: string, zone: string, now: number): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return at;
  const year = formatOf(zone, { year: 'numeric' });
  return `${dayAt(ms, zone, year.format(ms) !== year.format(now))}, ${clockTime(ms, zone)}`;
}

/** "Wed 2 Dec", or "Wed 2 Dec 2026". */
function dayAt(ms: number, zone: string, withYear: boolean): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return formatOf(zone, withYear ? { ...day, year: 'numeric' } : day)
    .format(ms)
    .replaceAll(',', '');
}

/** "14:30". */
export function clockTime(ms: number, zone: string): string {
  return formatOf(zone, { hour: '2-digit', minute: '2-digit' }).format(ms);
}

/** A calendar day, "Wed 2 Dec"; with the year when it is not the given one. */
export function dayWords(date: string, year?: string): string {
  const ms = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(ms)) return date;
  return dayAt(ms, 'UTC', year !== undefined && !date.startsWith(year));
}
