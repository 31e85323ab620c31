/**
 * Instants and dates. An instant is RFC 3339 with `T`, seconds 00 to 59, in the UTC years 1 to 9999; a date is a real
 * calendar day YYYY-MM-DD. Computation is in milliseconds since 1970 (UTC).
 */
import { Temporal } from 'temporal-polyfill';
import type { Due } from './task.ts';

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** 0001-01-01T00:00:00Z. */
const FIRST_MS = -62_135_596_800_000;
/** 9999-12-31T23:59:59.999Z. */
const LAST_MS = 253_402_300_799_999;

export const MINUTE_MS = 60_000;

function utcMs(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() : null;
}

function offsetMinutes(text: string): number | null {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Milliseconds of a valid instant, else null (`bad_instant`). Fractions beyond milliseconds are cut. */
export function parseInstant(text: string): number | null {
  const parts = INSTANT.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = parts;
  const midnight = utcMs(Number(year), Number(month), Number(day));
  const offset = offsetMinutes(zone as string);
  if (midnight === null || offset === null) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const clock = (Number(hour) * 60 + Number(minute) - offset) * MINUTE_MS + Number(second) * 1000;
  const ms = midnight + clock + Number((fraction ?? '').padEnd(3, '0').slice(0, 3));
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : null;
}

/** True for a real calendar day of the years 1 to 9999. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  return (
    parts !== null && Number(parts[1]) >= 1 && utcMs(Number(parts[1]), Number(parts[2]), Number(parts[3])) !== null
  );
}

/**
 * RFC 3339 UTC, without a fraction when it is zero. Years are padded to four digits. What lies outside the years 1 to 9999
 * is written as the nearest instant within: no reader takes another.
 */
export function formatInstant(ms: number): string {
  const text = new Date(withinYears(ms)).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

export function withinYears(ms: number): number {
  return Math.min(Math.max(ms, FIRST_MS), LAST_MS);
}

/** The start of the whole minute that holds the instant. */
export function wholeMinute(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/**
 * The instant a due stands for: itself, or the end of its day in the zone (the first moment of the next day). Ends of
 * days are remembered: one costs 20 us to work out, and a view of 10,000 tasks asks for some hundred of them ten times.
 */
export function dueInstant(due: Due, zone: string): number | null {
  if ('at' in due) return parseInstant(due.at);
  const key = `${zone} ${due.date}`;
  const known = endsOfDays.get(key);
  if (known !== undefined) return known;
  if (!isDate(due.date)) return null;
  const next = Temporal.PlainDate.from(due.date).add({ days: 1 });
  const end = next.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  if (endsOfDays.size >= DAYS_REMEMBERED) endsOfDays.clear();
  endsOfDays.set(key, end);
  return end;
}

/** The calendar day of an instant in the zone. Instants that come in order cost one look at the zone for each day. */
export function daysIn(zone: string): (instant: string) => string {
  let day = { name: '', from: 0, to: 0 };
  return (instant) => {
    const ms = Date.parse(instant);
    if (ms < day.from || ms >= day.to) day = dayAround(ms, zone);
    return day.name;
  };
}

function dayAround(ms: number, timeZone: string) {
  const date = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  const begins = (one: Temporal.PlainDate) => one.toZonedDateTime({ timeZone }).epochMilliseconds;
  return { name: date.toString(), from: begins(date), to: begins(date.add({ days: 1 })) };
}

const endsOfDays = new Map<string, number>();
/** Eleven years of days. */
const DAYS_REMEMBERED = 4000;
