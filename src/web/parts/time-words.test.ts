import { expect, it } from 'vitest';
import { dayWords, exactTime, relativeTime, shortTime } from './time-words.ts';

const now = Date.parse('2026-12-02T12:00:00Z');

it.each([
  ['2026-12-02T12:00:30Z', 'just now'],
  ['2026-12-02T11:15:00Z', '45 min. ago'],
  ['2026-12-02T15:00:00Z', 'in 3 hr.'],
  ['2026-12-01T11:00:00Z', 'yesterday'],
  ['2026-12-06T13:00:00Z', 'in 4 days'],
  ['not a time', 'not a time'],
])('says when %s was', (at, words) => {
  expect(relativeTime(at, now)).toBe(words);
});

it('says the exact time in the zone of the workspace', () => {
  expect(exactTime('2026-12-02T12:00:00Z', 'Asia/Kathmandu')).toBe('Wed 2 Dec 2026, 17:45 GMT+5:45');
});

it('says day and clock alike everywhere, with the year when it is another one', () => {
  expect(shortTime('2026-12-04T09:05:00Z', 'UTC', now)).toBe('Fri 4 Dec, 09:05');
  expect(shortTime('2027-01-01T09:05:00Z', 'UTC', now)).toBe('Fri 1 Jan 2027, 09:05');
  expect(shortTime('soon', 'UTC', now)).toBe('soon');
});

it('names the year only when it is another one', () => {
  expect(dayWords('2026-12-04', '2026')).toBe('Fri 4 Dec');
  expect(dayWords('2027-01-01', '2026')).toBe('Fri 1 Jan 2027');
});
