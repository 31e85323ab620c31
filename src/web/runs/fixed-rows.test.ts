import { expect, test } from 'vitest';
import { isAtEnd, rowsInSight } from './fixed-rows.ts';

const look = { top: 0, height: 240, row: 24, count: 100_000, beyond: 5 };

test('only what is in sight and a little beyond', () => {
  expect(rowsInSight(look)).toEqual({ first: 0, end: 15 });
  expect(rowsInSight({ ...look, top: 24 * 500 })).toEqual({ first: 495, end: 515 });
  expect(rowsInSight({ ...look, top: 24 * 99_990 })).toEqual({ first: 99_985, end: 100_000 });
});

test('a list that got shorter shows its end, an empty one nothing', () => {
  expect(rowsInSight({ ...look, top: 24 * 500, count: 20 })).toEqual({ first: 15, end: 20 });
  expect(rowsInSight({ ...look, count: 0 })).toEqual({ first: 0, end: 0 });
});

test('a hair above the end is the end', () => {
  expect(isAtEnd({ ...look, top: 24 * 100_000 - 240 - 10 })).toBe(true);
  expect(isAtEnd({ ...look, top: 24 * 100_000 - 240 - 100 })).toBe(false);
  expect(isAtEnd({ ...look, count: 3 })).toBe(true);
});
