import { describe, expect, test } from 'vitest';
import { formatInstant, parseInstant } from './time.ts';
import {
  type FreeTime,
  freeMinutes,
  freeTime,
  isWorking,
  layBack,
  layWork,
  mergeSpans,
  nextFree,
} from './working-time.ts';
import type { Calendar, HoursSpan } from './workspace.ts';

const office: readonly HoursSpan[] = [{ from: '09:00', to: '17:00' }];

function week(zone: string, hours: readonly HoursSpan[], weekend: readonly HoursSpan[] = []): Calendar {
  return { zone, hours: { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: weekend, sun: weekend } };
}

function ms(text: string): number {
  const found = parseInstant(text);
  if (found === null) throw new Error(text);
  return found;
}

function busy(calendar: Calendar, ...spans: readonly (readonly [string, string])[]): FreeTime {
  return freeTime(
    calendar,
    spans.map(([from, to]) => ({ from: ms(from), to: ms(to) })),
  );
}

function end(free: FreeTime, start: string, minutes: number): string | null {
  const found = layWork(free, ms(start), minutes);
  return found === null ? null : formatInstant(found);
}

const berlin = busy(week('Europe/Berlin', office));
const allDay: readonly HoursSpan[] = [{ from: '00:00', to: '24:00' }];

describe('work laid over free time', () => {
  test.each([
    ['within a day', '2026-03-02T08:00:00Z', 60, '2026-03-02T09:00:00Z'],
    ['to the last minute', '2026-03-02T08:00:00Z', 480, '2026-03-02T16:00:00Z'],
    ['one minute more is tomorrow', '2026-03-02T08:00:00Z', 481, '2026-03-03T08:01:00Z'],
    ['from before work', '2026-03-02T03:00:00Z', 60, '2026-03-02T09:00:00Z'],
    ['from the closing minute', '2026-03-02T16:00:00Z', 60, '2026-03-03T09:00:00Z'],
    ['over the weekend', '2026-03-06T15:30:00Z', 60, '2026-03-09T08:30:00Z'],
    ['over the spring change', '2026-03-27T15:00:00Z', 120, '2026-03-30T08:00:00Z'],
    ['over the autumn change', '2026-10-23T14:00:00Z', 120, '2026-10-26T09:00:00Z'],
    ['over the leap day', '2028-02-28T15:00:00Z', 540, '2028-02-29T16:00:00Z'],
    ['seconds and fractions stay', '2026-03-02T08:00:30.250Z', 1, '2026-03-02T08:01:30.250Z'],
    ['the longest estimate', '2026-03-02T08:00:00Z', 10_080, '2026-03-30T15:00:00Z'],
  ])('%s', (_name, start, minutes, expected) => {
    expect(end(berlin, start, minutes)).toBe(expected);
  });

  test('nights that span midnight are one stretch', () => {
    const nights = busy(
      week('Europe/Berlin', [
        { from: '00:00', to: '02:00' },
        { from: '22:00', to: '24:00' },
      ]),
    );
    expect(end(nights, '2026-03-02T21:00:00Z', 120)).toBe('2026-03-02T23:00:00Z');
    expect(end(nights, '2026-03-02T21:00:00Z', 240)).toBe('2026-03-03T01:00:00Z');
  });

  test('an hour that comes twice is two hours of work, one that is skipped is none', () => {
    const always = busy(week('Europe/Berlin', allDay, allDay));
    expect(end(always, '2026-10-24T22:00:00Z', 25 * 60)).toBe('2026-10-25T23:00:00Z');
    expect(end(always, '2026-03-28T23:00:00Z', 23 * 60)).toBe('2026-03-29T22:00:00Z');
    const lordHowe = busy(week('Australia/Lord_Howe', allDay, allDay));
    expect(end(lordHowe, '2026-04-04T13:00:00Z', 24.5 * 60)).toBe('2026-04-05T13:30:00Z');
  });

  test('the year 9999 ends and the arithmetic goes on', () => {
    const utc = busy(week('UTC', office, office));
    expect(layWork(utc, ms('9999-12-31T16:00:00Z'), 60)).toBe(ms('9999-12-31T17:00:00Z'));
    expect(layWork(utc, ms('9999-12-31T16:00:00Z'), 61)).toBe(
      ms('9999-12-31T23:59:59Z') + 1000 + (9 * 60 + 1) * 60_000,
    );
  });

  test('no working hours, no end: not known after 366 days', () => {
    expect(layWork(busy(week('UTC', [])), ms('2026-03-02T08:00:00Z'), 1)).toBeNull();
    expect(nextFree(busy(week('UTC', [])), ms('2026-03-02T08:00:00Z'))).toBeNull();
    const oneMinuteADay = busy(week('UTC', [{ from: '09:00', to: '09:01' }], [{ from: '09:00', to: '09:01' }]));
    expect(layWork(oneMinuteADay, ms('2026-01-01T00:00:00Z'), 366)).toBe(ms('2027-01-01T09:01:00Z'));
    expect(layWork(oneMinuteADay, ms('2026-01-01T00:00:00Z'), 367)).toBeNull();
    expect(layBack(oneMinuteADay, ms('2027-01-01T23:00:00Z'), 366)).toBe(ms('2026-01-01T09:00:00Z'));
    expect(layBack(oneMinuteADay, ms('2027-01-01T23:00:00Z'), 367)).toBeNull();
    expect(freeMinutes(oneMinuteADay, ms('2026-01-01T00:00:00Z'), ms('2030-01-01T00:00:00Z'))).toBe(366);
  });

  test('another zone is another calendar', () => {
    const newYork = busy(week('America/New_York', office));
    expect(end(berlin, '2026-03-02T14:00:00Z', 240)).toBe('2026-03-03T10:00:00Z');
    expect(end(newYork, '2026-03-02T14:00:00Z', 240)).toBe('2026-03-02T18:00:00Z');
  });
});

describe('fixed commitments', () => {
  const free = busy(
    week('Europe/Berlin', office),
    ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z'],
    ['2026-03-02T09:30:00Z', '2026-03-02T11:00:00Z'],
    ['2026-03-02T15:00:00Z', '2026-03-04T09:00:00Z'],
  );

  test.each([
    ['2026-03-02T08:00:00Z', 60, '2026-03-02T09:00:00Z'],
    ['2026-03-02T08:00:00Z', 61, '2026-03-02T11:01:00Z'],
    ['2026-03-02T09:15:00Z', 30, '2026-03-02T11:30:00Z'],
    ['2026-03-02T14:00:00Z', 90, '2026-03-04T09:30:00Z'],
  ])('from %s, %d minutes', (start, minutes, expected) => {
    expect(end(free, start, minutes)).toBe(expected);
  });

  test('the next free moment', () => {
    expect(nextFree(free, ms('2026-03-02T09:15:00Z'))).toBe(ms('2026-03-02T11:00:00Z'));
    expect(nextFree(free, ms('2026-03-02T11:00:00Z'))).toBe(ms('2026-03-02T11:00:00Z'));
    expect(nextFree(free, ms('2026-03-02T16:30:00Z'))).toBe(ms('2026-03-04T09:00:00Z'));
  });

  test('free minutes between two moments', () => {
    expect(freeMinutes(free, ms('2026-03-02T08:30:00Z'), ms('2026-03-02T11:10:00Z'))).toBe(40);
    expect(freeMinutes(free, ms('2026-03-02T11:10:00Z'), ms('2026-03-02T08:30:00Z'))).toBe(0);
  });

  test('the latest start that still ends in time', () => {
    expect(layBack(free, ms('2026-03-02T11:30:00Z'), 60)).toBe(ms('2026-03-02T08:30:00Z'));
    expect(layBack(free, ms('2026-03-04T09:00:00Z'), 60)).toBe(ms('2026-03-02T14:00:00Z'));
  });
});

test('working hours are half-open', () => {
  const { calendar } = berlin;
  expect(isWorking(calendar, ms('2026-03-02T08:00:00Z'))).toBe(true);
  expect(isWorking(calendar, ms('2026-03-02T15:59:59Z'))).toBe(true);
  expect(isWorking(calendar, ms('2026-03-02T16:00:00Z'))).toBe(false);
  expect(isWorking(calendar, ms('2026-03-01T10:00:00Z'))).toBe(false);
});

test('spans merge', () => {
  expect(
    mergeSpans([
      { from: 5, to: 7 },
      { from: 1, to: 3 },
      { from: 3, to: 4 },
      { from: 6, to: 9 },
    ]),
  ).toEqual([
    { from: 1, to: 4 },
    { from: 5, to: 9 },
  ]);
});
