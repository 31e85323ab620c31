/** The bounds of waiting calls, by a clock that nobody waits for. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { started } from '../../core/run/fixture/steps.ts';
import { caller, World } from '../../core/run/fixture/world.ts';
import type { Call } from '../app.ts';
import type { Parts } from '../parts.ts';
import { tandemWait } from '../use-cases/tandem-reading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  [undefined, 25_000],
  [50, 50_000],
  [51, 50_000],
  [1e9, 50_000],
  [Number.NaN, 25_000],
  [0.5, 500],
])('asked for %s seconds, a call waits %s ms', async (wait_seconds, ms) => {
  const world = new World();
  const { id } = started(world);
  const parts = { kernel: { state: world.state, onEvents: () => () => undefined }, delegation: null };
  const call = { author: caller, signal: new AbortController().signal };
  let isOver = false;
  const input = { task_ids: [id], ...(wait_seconds === undefined ? {} : { wait_seconds }) };
  const waits = tandemWait(parts as unknown as Parts, call as Call, input).then((answer) => {
    isOver = true;
    return answer;
  });
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  expect(await waits).toMatchObject({ ok: true, value: { status: 'unchanged' } });
});
