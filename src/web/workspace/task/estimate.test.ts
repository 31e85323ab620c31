import { expect, it } from 'vitest';
import { durationWords } from '../../../kit/durations.ts';
import { minutesOf } from './estimate.ts';

it.each([
  ['45 min', 45],
  ['2 h', 120],
  ['1.5h', 90],
  ['1,5 hours', 90],
  ['1 h 30 m', 90],
  ['90', 90],
  ['  ', null],
])('reads %j', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});

it.each(['soon', '0', '-5', '2 days', '1 h 30', '200000'])('does not guess at %j', (text) => {
  expect(minutesOf(text)).toBeUndefined();
});

it('reads what it writes', () => {
  for (const minutes of [1, 59, 60, 61, 480, 1439]) expect(minutesOf(durationWords(minutes))).toBe(minutes);
});
