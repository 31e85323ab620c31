import { expect, test } from 'vitest';
import { formatInstant } from '../core/workspace/time.ts';
import { compareInstants } from './compare.ts';

test('instants with and without a fraction stand in the order of time', () => {
  const second = Date.parse('2026-03-02T08:00:00Z');
  const inTime = [-1, 0, 1, 999, 1000, 1001].map((ms) => formatInstant(second + ms));
  expect(inTime).toContain('2026-03-02T08:00:00Z');
  expect([...inTime].reverse().sort(compareInstants)).toEqual(inTime);
});
