/**
 * Laws of working time against oracles that are too slow and too simple to be wrong: the wall clock that Temporal shows at
 * an instant, and counting minute by minute. The seed is printed; `LAW_SEED=n` repeats a run.
 */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../kit/durations.ts';
import { dayAt } from './calendar-day.ts';
import { MINUTE_MS } from './time.ts';
import { type FreeTime, freeMinutes, freeTime, isWorking, layBack, layWork, nextFree } from './working-time.ts';
import type { Calendar, HoursSpan } from './workspace.ts';

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;

/** The law with how often it was tried: a run that a precondition turned away is none. */
function holds<T extends unknown[]>(name: string, runs: number, property: fc.IPropertyWithHooks<T>): void {
  const { failed, numRuns, numSkips, ...details } = fc.check(property, { numRuns: runs, seed });
  console.log(`${name} (seed ${seed}): ${numRuns} runs, ${numSkips} draws turned away`);
  expect(failed, fc.defaultReportMessage({ failed, numRuns, numSkips, ...details } as fc.RunDetails<T>)).toBe(false);
  expect(numRuns).toBe(runs);
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Santiago',
];

/** Whole minutes within a day of clock changes of those zones, and anywhere. */
const changes = [
  '2011-12-30T10',
  '2026-02-15T02',
  '2026-03-08T07',
  '2026-03-29T01',
  '2026-04-04T15',
  '2026-04-23T22',
  '2026-09-06T04',
  '2026-10-03T15',
  '2026-10-25T01',
  '2026-11-01T06',
];
const minute = fc.oneof(
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2000, max: 2000 }))
    .map(([hour, away]) => Date.parse(`${hour}:00:00Z`) + away * MINUTE_MS),
  fc.integer({ min: -500_000, max: 60_000_000 }).map((minutes) => minutes * MINUTE_MS),
);

const bounds = [0, 90, 120, 135, 150, 180, 540, 1020, 1320, 1440];
const spans = fc.uniqueArray(fc.constantFrom(...bounds), { minLength: 2, maxLength: 6 }).map((cuts) => {
  const sorted = cuts.sort((one, other) => one - other);
  const found: HoursSpan[] = [];
  for (let place = 0; place + 1 < sorted.length; place += 2)
    found.push({ from: clock(sorted[place]), to: clock(sorted[place + 1]) });
  return found;
});

const calendar = fc
  .record({ zone: fc.constantFrom(...zones), week: fc.array(spans, { minLength: 7, maxLength: 7 }) })
  .map(
    ({ zone, week: [mon = [], tue = [], wed = [], thu = [], fri = [], sat = [], sun = []] }): Calendar => ({
      zone,
      hours: { mon, tue, wed, thu, fri, sat, sun },
    }),
  );

const taken = fc.array(fc.tuple(fc.integer({ min: -600, max: 3000 }), fc.integer({ min: 1, max: 400 })), {
  maxLength: 6,
});

function clock(minutes = 0): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function freeFrom(start: number, calendar: Calendar, busy: readonly (readonly [number, number])[]): FreeTime {
  return freeTime(
    calendar,
    busy.map(([at, length]) => ({ from: start + at * MINUTE_MS, to: start + (at + length) * MINUTE_MS })),
  );
}

/** Minute by minute. */
function oracle(start: number, calendar: Calendar, busy: readonly (readonly [number, number])[]) {
  return (ms: number) => {
    const at = (ms - start) / MINUTE_MS;
    return isWorking(calendar, ms) && !busy.some(([from, length]) => from <= at && at < from + length);
  };
}

test('an instant is within working hours when the wall clock says so', () => {
  const property = fc.property(calendar, minute, ({ zone, hours }, ms) => {
    const wall = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
    const plain = wall.toPlainDateTime();
    expect(new Date(dayAt({ zone, hours }, ms) * DAY_MS).toISOString().slice(0, 10)).toBe(
      wall.toPlainDate().toString(),
    );
    // An hour that comes twice is working time in its first pass; the table in calendar-day.test.ts has those.
    const passes = (['earlier', 'later'] as const).map(
      (disambiguation) => plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
    );
    fc.pre(passes[0] === passes[1]);
    const day = (['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const)[wall.dayOfWeek - 1] ?? 'mon';
    const now = clock(wall.hour * 60 + wall.minute);
    expect(isWorking({ zone, hours }, ms)).toBe(hours[day].some(({ from, to }) => from <= now && now < to));
  });
  holds('wall clock', 2000, property);
});

test('laying work is counting free minutes', () => {
  const property = fc.property(
    calendar,
    minute,
    taken,
    fc.integer({ min: 1, max: 1500 }),
    (week, start, busy, minutes) => {
      const free = freeFrom(start, week, busy);
      const isFree = oracle(start, week, busy);
      let counted = 0;
      let first: number | null = null;
      let ms = start;
      for (; counted < minutes && ms < start + 4 * DAY_MS; ms += MINUTE_MS) {
        if (!isFree(ms)) continue;
        first ??= ms;
        counted += 1;
      }
      if (counted === minutes) expect(layWork(free, start, minutes)).toBe(ms);
      if (first !== null) expect(nextFree(free, start)).toBe(first);
      expect(freeMinutes(free, start, ms)).toBe(counted);
    },
  );
  holds('laying work', 1000, property);
});

test('laying back finds the latest start', () => {
  const property = fc.property(
    calendar,
    minute,
    taken,
    fc.integer({ min: 1, max: 1500 }),
    (week, end, busy, minutes) => {
      const free = freeFrom(end - 2000 * MINUTE_MS, week, busy);
      const start = layBack(free, end, minutes);
      fc.pre(start !== null);
      expect(layWork(free, start as number, minutes)).toBeLessThanOrEqual(end);
      expect(layWork(free, (start as number) + MINUTE_MS, minutes)).toBeGreaterThan(end);
    },
  );
  holds('laying back', 1000, property);
});
