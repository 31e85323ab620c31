import { expect, test } from 'vitest';
import { leftWords, nextTick, urgencyOf } from './countdown.ts';

test.each([
  [1, '1 s'],
  [9_000, '9 s'],
  [59_001, '1 min 00 s'],
  [65_000, '1 min 05 s'],
  [3_600_000, '1 h 00 min'],
  [47 * 3_600_000 + 59 * 60_000, '47 h 59 min'],
  [48 * 3_600_000, '2 days'],
])('%i ms are "%s"', (ms, words) => {
  expect(leftWords(ms)).toBe(words);
});

test('what is over has no words for how long', () => {
  expect(leftWords(0)).toBeNull();
  expect(leftWords(-5_000)).toBeNull();
});

test('the last minute is urgent', () => {
  expect([60_001, 60_000, 1, 0].map(urgencyOf)).toEqual(['calm', 'urgent', 'urgent', 'over']);
});

test('it ticks on whole seconds, rarely when far off, and never again when over', () => {
  expect(nextTick(4_250)).toBe(250);
  expect(nextTick(4_000)).toBe(1_000);
  expect(nextTick(7_200_000)).toBe(30_000);
  expect(nextTick(0)).toBe(Number.POSITIVE_INFINITY);
});
