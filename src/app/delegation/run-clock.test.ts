/** A run's deadline: waits stop it, and only so long. */
import { expect, test } from 'vitest';
import { pauseOf, startClock } from './run-clock.ts';

async function timeOf(clock: ReturnType<typeof startClock>): Promise<number> {
  const began = performance.now();
  await clock.over;
  return performance.now() - began;
}

test('a run that waits all the time ends when its waits and its own time are used up', async () => {
  const took = await timeOf(startClock({ limitMs: 300, pauseMs: 600, isPaused: () => true }));
  expect(took).toBeGreaterThanOrEqual(800);
  expect(took).toBeLessThan(5000);
});

test('a wait costs none of its time while waits are left', async () => {
  const began = performance.now();
  const took = await timeOf(
    startClock({ limitMs: 300, pauseMs: 10_000, isPaused: () => performance.now() - began < 1000 }),
  );
  expect(took).toBeGreaterThanOrEqual(1200);
});

test('waits are an hour, or as long as the run where that is more', () => {
  expect([pauseOf(60_000), pauseOf(7_200_000)]).toEqual([3_600_000, 7_200_000]);
});
