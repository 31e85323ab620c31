import { expect, test } from 'vitest';
import { durationWords } from './durations.ts';

test('working time is written in hours and minutes', () => {
  expect([0, 45, 60, 150, 1440].map(durationWords)).toEqual(['0 min', '45 min', '1 h', '2 h 30 min', '24 h']);
});
