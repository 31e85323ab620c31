import { expect, test } from 'vitest';
import { compareInstants } from './compare.ts';

test('instants with and without a fraction stand in the order of time', () => {
  const inTime = [
    ...['2026-03-02T07:59:59.999Z', '2026-03-02T08:00:00Z', '2026-03-02T08:00:00.001Z', '2026-03-02T08:00:00.999Z'],
    ...['2026-03-02T08:00:01Z', '2026-03-02T08:00:01.001Z'],
  ];
  expect([...inTime].reverse().sort(compareInstants)).toEqual(inTime);
});
