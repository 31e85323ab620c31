import { describe, expect, test } from 'vitest';
import { calendarDay, dateOfDay, dayAt, epochDay } from './calendar-day.ts';
import { dueInstant, parseInstant } from './time.ts';
import type { Calendar, HoursSpan } from './workspace.ts';

function calendar(zone: string, ...spans: readonly string[]): Calendar {
  const hours: HoursSpan[] = spans.map((span) => {
    const [from = '', to = ''] = span.split('-');
    return { from, to };
  });
  return { zone, hours: { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours } };
}

function iso(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** The working spans of a date, as instants. */
function working(zone: string, date: string, ...spans: readonly string[]): readonly string[] {
  const day = calendarDay(calendar(zone, ...spans), epochDay(date));
  return day.working.map(({ from, to }) => `${iso(from)} ${iso(to)}`);
}

function hoursOf(zone: string, date: string): number {
  const { from, to } = calendarDay(calendar(zone), epochDay(date));
  return (to - from) / 3_600_000;
}

describe('the length of a day', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28', 24],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Asia/Kathmandu', '2026-10-04', 24],
    // Clocks change at midnight: the day starts at one.
    ['Africa/Cairo', '2026-04-24', 23],
    ['America/Santiago', '2026-09-06', 23],
    // Ramadan: Morocco goes back for a month.
    ['Africa/Casablanca', '2026-02-15', 25],
    ['Africa/Casablanca', '2026-03-22', 23],
    // Samoa crossed the date line and had no such day.
    ['Pacific/Apia', '2011-12-30', 0],
    ['Pacific/Apia', '2011-12-31', 24],
    ['Europe/Berlin', '2028-02-29', 24],
    ['UTC', '9999-12-31', 24],
    ['UTC', '0001-01-01', 24],
  ])('%s on %s has %d hours', (zone, date, hours) => {
    expect(hoursOf(zone, date)).toBe(hours);
  });
});

describe('working spans around a clock change', () => {
  test.each([
    // Spring: 02:00 to 03:00 does not exist.
    ['Europe/Berlin', '2026-03-29', '01:00-04:00', ['2026-03-29T00:00:00Z 2026-03-29T02:00:00Z']],
    ['Europe/Berlin', '2026-03-29', '02:30-04:00', ['2026-03-29T01:00:00Z 2026-03-29T02:00:00Z']],
    ['Europe/Berlin', '2026-03-29', '01:00-02:30', ['2026-03-29T00:00:00Z 2026-03-29T01:00:00Z']],
    ['Europe/Berlin', '2026-03-29', '02:15-02:45', []],
    ['Europe/Berlin', '2026-03-29', '09:00-17:00', ['2026-03-29T07:00:00Z 2026-03-29T15:00:00Z']],
    // Autumn: 02:00 to 03:00 comes twice; a wall time means its first pass.
    ['Europe/Berlin', '2026-10-25', '01:00-04:00', ['2026-10-24T23:00:00Z 2026-10-25T03:00:00Z']],
    ['Europe/Berlin', '2026-10-25', '02:15-02:45', ['2026-10-25T00:15:00Z 2026-10-25T00:45:00Z']],
    ['Europe/Berlin', '2026-10-25', '09:00-17:00', ['2026-10-25T08:00:00Z 2026-10-25T16:00:00Z']],
    ['America/New_York', '2026-03-08', '01:00-04:00', ['2026-03-08T06:00:00Z 2026-03-08T08:00:00Z']],
    ['America/New_York', '2026-11-01', '00:30-01:30', ['2026-11-01T04:30:00Z 2026-11-01T05:30:00Z']],
    // Half an hour.
    ['Australia/Lord_Howe', '2026-10-04', '01:00-03:00', ['2026-10-03T14:30:00Z 2026-10-03T16:00:00Z']],
    ['Australia/Lord_Howe', '2026-04-05', '01:00-03:00', ['2026-04-04T14:00:00Z 2026-04-04T16:30:00Z']],
    ['Africa/Cairo', '2026-04-24', '00:00-02:00', ['2026-04-23T22:00:00Z 2026-04-23T23:00:00Z']],
    ['Pacific/Apia', '2011-12-30', '09:00-17:00', []],
    // Midnight ends; several spans.
    ['Europe/Berlin', '2026-03-02', '16:00-24:00', ['2026-03-02T15:00:00Z 2026-03-02T23:00:00Z']],
    ['Europe/Berlin', '2026-10-25', '00:00-24:00', ['2026-10-24T22:00:00Z 2026-10-25T23:00:00Z']],
    [
      'Asia/Kolkata',
      '2028-02-29',
      '09:00-12:30 13:15-17:00',
      ['2028-02-29T03:30:00Z 2028-02-29T07:00:00Z', '2028-02-29T07:45:00Z 2028-02-29T11:30:00Z'],
    ],
    ['UTC', '9999-12-31', '16:00-24:00', ['9999-12-31T16:00:00Z +010000-01-01T00:00:00Z']],
  ])('%s on %s from %s', (zone, date, spans, expected) => {
    expect(working(zone, date, ...spans.split(' '))).toEqual(expected);
  });
});

describe('the day of an instant', () => {
  test.each([
    ['Europe/Berlin', '2026-03-01T22:59:59Z', '2026-03-01'],
    ['Europe/Berlin', '2026-03-01T23:00:00Z', '2026-03-02'],
    ['America/New_York', '2026-03-02T04:59:59Z', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-03-01T10:00:00Z', '2026-03-02'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
    ['America/New_York', '0001-01-01T00:00:00Z', '0000-12-31'],
    ['Asia/Tokyo', '9999-12-31T23:59:59Z', '+010000-01-01'],
  ])('%s at %s is %s', (zone, instant, date) => {
    expect(dateOfDay(dayAt(calendar(zone), parseInstant(instant) as number))).toBe(date);
  });
});

describe('due dates against due instants', () => {
  test.each([
    // The end of the date is the first moment of the next day, whatever the length of the day.
    ['Europe/Berlin', { date: '2026-03-29' }, '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', { date: '2026-10-25' }, '2026-10-25T23:00:00Z'],
    ['Australia/Lord_Howe', { date: '2026-04-05' }, '2026-04-05T13:30:00Z'],
    ['Africa/Cairo', { date: '2026-04-23' }, '2026-04-23T22:00:00Z'],
    ['UTC', { date: '2028-02-29' }, '2028-03-01T00:00:00Z'],
    // The same date in another zone is another moment; an instant is the same everywhere.
    ['America/New_York', { date: '2026-03-29' }, '2026-03-30T04:00:00Z'],
    ['America/New_York', { at: '2026-03-29T12:00:00+02:00' }, '2026-03-29T10:00:00Z'],
    ['Europe/Berlin', { at: '2026-03-29T12:00:00+02:00' }, '2026-03-29T10:00:00Z'],
    ['UTC', { date: '9999-12-31' }, '+010000-01-01T00:00:00Z'],
  ])('%s %j', (zone, due, instant) => {
    expect(iso(dueInstant(due, zone) as number)).toBe(instant);
    if ('date' in due) expect(calendarDay(calendar(zone), epochDay(due.date)).to).toBe(dueInstant(due, zone));
  });

  test('a date that does not exist is no due', () => {
    expect(dueInstant({ date: '2027-02-29' }, 'UTC')).toBeNull();
    expect(dueInstant({ at: '2026-02-30T00:00:00Z' }, 'UTC')).toBeNull();
  });
});
