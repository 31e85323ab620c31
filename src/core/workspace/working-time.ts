/**
 * Work laid over time: free time is working hours minus what is busy. Instants are milliseconds since 1970 (UTC), work is
 * in working minutes. Pure; every search looks at 366 calendar days, the first one included, and then answers null: it is
 * not known.
 */

import { DAY_MS } from '../../kit/durations.ts';
import { calendarDay, dayAt, type Span } from './calendar-day.ts';
import { MINUTE_MS } from './time.ts';
import type { Calendar } from './workspace.ts';

export interface FreeTime {
  readonly calendar: Calendar;
  /** The free spans of one day (counted from 1970-01-01), sorted and disjoint. */
  readonly ofDay: (day: number) => readonly Span[];
}

const SEARCH_DAYS = 366;
const KEPT = 4096;

/** Working hours minus what is busy (in any order, overlapping or not). Keeps the days it was asked for. */
export function freeTime(calendar: Calendar, busy: readonly Span[]): FreeTime {
  const merged = mergeSpans(busy);
  return { calendar, ofDay: keepDays((day) => subtract(calendarDay(calendar, day).working, merged)) };
}

/** Remembers answers by day, some ten years of them. */
export function keepDays<T>(make: (day: number) => T, days = new Map<number, T>()): (day: number) => T {
  return (day) => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const fresh = make(day);
    if (days.size >= KEPT) days.clear();
    days.set(day, fresh);
    return fresh;
  };
}

/** Sorted and disjoint; spans that touch become one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((one, other) => one.from - other.from || one.to - other.to);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

/** Within working hours, whatever is busy. */
export function isWorking(calendar: Calendar, ms: number): boolean {
  return holding(calendarDay(calendar, dayAt(calendar, ms)).working, ms) !== undefined;
}

/** The span that holds the instant, of sorted and disjoint ones. */
export function holding(spans: readonly Span[], ms: number): Span | undefined {
  const span = spans[firstEndingAfter(spans, ms)];
  return span && span.from <= ms ? span : undefined;
}

/** The first free moment at or after the instant. */
export function nextFree(free: FreeTime, ms: number): number | null {
  const first = dayAt(free.calendar, ms);
  for (let day = first; day < first + SEARCH_DAYS; day += 1) {
    for (const span of free.ofDay(day)) {
      if (span.to > ms) return Math.max(span.from, ms);
    }
  }
  return null;
}

/** When work of so many minutes, begun at the instant, is over. */
export function layWork(free: FreeTime, ms: number, minutes: number): number | null {
  let left = minutes * MINUTE_MS;
  const first = dayAt(free.calendar, ms);
  for (let day = first; day < first + SEARCH_DAYS; day += 1) {
    for (const span of free.ofDay(day)) {
      const from = Math.max(span.from, ms);
      if (span.to - from >= left) return from + left;
      if (span.to > from) left -= span.to - from;
    }
  }
  return null;
}

/** The latest start from which work of so many minutes is over by the instant. */
export function layBack(free: FreeTime, ms: number, minutes: number): number | null {
  let left = minutes * MINUTE_MS;
  const first = dayAt(free.calendar, ms);
  for (let day = first; day > first - SEARCH_DAYS; day -= 1) {
    const spans = free.ofDay(day);
    for (let place = spans.length - 1; place >= 0; place -= 1) {
      const { from, to } = spans[place] as Span;
      const end = Math.min(to, ms);
      if (end - from >= left) return end - left;
      if (end > from) left -= end - from;
    }
  }
  return null;
}

/** Free minutes from one instant to another, whole ones; looks at 366 days at most. */
export function freeMinutes(free: FreeTime, from: number, to: number): number {
  if (to <= from) return 0;
  let total = 0;
  const first = dayAt(free.calendar, from);
  const last = Math.min(
    first + SEARCH_DAYS - 1,
    to - from > SEARCH_DAYS * DAY_MS ? Number.POSITIVE_INFINITY : dayAt(free.calendar, to),
  );
  for (let day = first; day <= last; day += 1) {
    for (const span of free.ofDay(day)) total += shared(span, from, to);
  }
  return Math.floor(total / MINUTE_MS);
}

/** Milliseconds of the span that lie between the two instants. */
export function shared(span: Span, from: number, to: number): number {
  return Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
}

/** Spans without what is taken; both sorted and disjoint. */
export function subtract(spans: readonly Span[], taken: readonly Span[]): readonly Span[] {
  const first = spans[0];
  if (!first) return spans;
  let place = firstEndingAfter(taken, first.from);
  const free: Span[] = [];
  for (const span of spans) {
    let from = span.from;
    for (; place < taken.length && (taken[place] as Span).from < span.to; place += 1) {
      const hole = taken[place] as Span;
      if (hole.from > from) free.push({ from, to: hole.from });
      from = Math.max(from, hole.to);
      // What reaches beyond this span may reach into the next one too.
      if (hole.to >= span.to) break;
    }
    if (from < span.to) free.push({ from, to: span.to });
  }
  return free;
}

/** By halving: somebody's calendar holds years of meetings, a day sees three. */
function firstEndingAfter(spans: readonly Span[], ms: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).to > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}
