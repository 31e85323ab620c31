import { expect, test } from 'vitest';
import { durationWords, spanWords } from './durations.ts';

test('working time is written in hours and minutes', () => {
  expect([0, 45, 60, 150, 1440].map(durationWords)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min', '24 h']);
});

test('a span of the clock is written in its two largest parts', () => {
  expect([0, 1, 60, 310, 1440, 21_360, 1441].map(spanWords)).toEqual([
    '0 minutes',
    '1 minute',
    '1 hour',
    '5 hours 10 minutes',
    '1 day',
    '14 days 20 hours',
    '1 day',
  ]);
});
