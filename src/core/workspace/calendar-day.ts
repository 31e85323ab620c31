/**
 * One calendar day of the workspace's zone as instants (milliseconds since 1970, UTC), with its working spans. Everything
 * above computes in milliseconds; this file alone asks for zones, about once a week of calendar, and keeps the answers
 * per calendar object (a changed calendar is a new object).
 *
 * A wall time that a clock change skips stands for the moment of the change; one that comes twice for its first pass.
 * `24:00` is the first moment of the next day.
 */
import { Temporal } from 'temporal-polyfill';
import { DAY_MS } from '../../kit/durations.ts';
import { type Calendar, weekdays } from './workspace.ts';

/** Half-open: `from` belongs to it, `to` does not. Milliseconds; `from < to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface CalendarDay {
  readonly from: number;
  readonly to: number;
  /** Working spans, sorted and disjoint. */
  readonly working: readonly Span[];
}

const MINUTE_MS = 60_000;

/** Days are small; a process that was led through ten thousand years must not keep them all. */
const KEPT = 4096;

interface Cache {
  readonly calendar: Calendar;
  /** Monday first: spans in minutes of the day. */
  readonly hours: readonly (readonly Span[])[];
  readonly offsets: Map<number, number>;
  readonly days: Map<number, CalendarDay>;
}

const caches = new WeakMap<Calendar, Cache>();

/** Days since 1970-01-01 of a real date `YYYY-MM-DD`. */
export function epochDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** `YYYY-MM-DD`; years above 9999 come in ISO's six-digit form. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().split('T')[0] as string;
}

/** The day, counted from 1970-01-01, that the zone's wall calendar shows at the instant. */
export function dayAt(calendar: Calendar, ms: number): number {
  let day = Math.floor(ms / DAY_MS);
  while (ms < calendarDay(calendar, day).from) day -= 1;
  while (ms >= calendarDay(calendar, day).to) day += 1;
  return day;
}

export function calendarDay(calendar: Calendar, day: number): CalendarDay {
  const cache = cacheOf(calendar);
  const known = cache.days.get(day);
  if (known) return known;
  const fresh = makeDay(cache, day);
  if (cache.days.size >= KEPT) cache.days.clear();
  cache.days.set(day, fresh);
  return fresh;
}

function cacheOf(calendar: Calendar): Cache {
  const known = caches.get(calendar);
  if (known) return known;
  const hours = weekdays.map((weekday) =>
    calendar.hours[weekday].map((span) => ({ from: minutesOf(span.from), to: minutesOf(span.to) })),
  );
  const fresh: Cache = { calendar, hours, offsets: new Map(), days: new Map() };
  caches.set(calendar, fresh);
  return fresh;
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

function makeDay(cache: Cache, day: number): CalendarDay {
  // 1970-01-01 was a Thursday.
  const hours = cache.hours[(((day + 3) % 7) + 7) % 7] ?? [];
  const offset = steadyOffset(cache, day);
  if (offset === null) return makeChangeDay(cache.calendar.zone, day, hours);
  const from = day * DAY_MS - offset;
  const at = (minutes: number) => from + minutes * MINUTE_MS;
  return { from, to: from + DAY_MS, working: spansOf(hours, at) };
}

function spansOf(hours: readonly Span[], at: (minutes: number) => number): readonly Span[] {
  return hours.map((span) => ({ from: at(span.from), to: at(span.to) })).filter((span) => span.from < span.to);
}

/**
 * The zone's offset (milliseconds east of UTC) when it is the same all around the day, else null. Asked at the start of
 * each UTC week: none of the 418 IANA zones changed its offset and back within one week between 1970 and 2045 (counted).
 */
function steadyOffset(cache: Cache, day: number): number | null {
  const first = Math.floor((day - 1) / 7);
  const last = Math.floor((day + 2) / 7) + 1;
  const offset = weekOffset(cache, first);
  for (let week = first + 1; week <= last; week += 1) {
    if (weekOffset(cache, week) !== offset) return null;
  }
  return offset;
}

function weekOffset(cache: Cache, week: number): number {
  const known = cache.offsets.get(week);
  if (known !== undefined) return known;
  const instant = Temporal.Instant.fromEpochMilliseconds(week * 7 * DAY_MS);
  const fresh = instant.toZonedDateTimeISO(cache.calendar.zone).offsetNanoseconds / 1_000_000;
  if (cache.offsets.size >= KEPT) cache.offsets.clear();
  cache.offsets.set(week, fresh);
  return fresh;
}

/** A day near a clock change: every bound is asked for. */
function makeChangeDay(zone: string, day: number, hours: readonly Span[]): CalendarDay {
  const date = plainDate(day);
  const from = date.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  const to = plainDate(day + 1).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  // Both bounds are clipped: a zone that skipped a whole date (Samoa, 2011-12-30) gives it no time at all.
  const at = (minutes: number) => Math.min(to, Math.max(from, minutes >= 1440 ? to : wallTime(zone, date, minutes)));
  return { from, to, working: spansOf(hours, at) };
}

function wallTime(zone: string, date: Temporal.PlainDate, minutes: number): number {
  const wall = date.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (first.toPlainDateTime().equals(wall)) return first.epochMilliseconds;
  return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds;
}

function plainDate(day: number): Temporal.PlainDate {
  const date = new Date(day * DAY_MS);
  return new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
