import { expect, test } from 'vitest';
import { started } from '../../core/run/fixture/steps.ts';
import { World } from '../../core/run/fixture/world.ts';
import type { Run } from '../../core/run/run.ts';
import { done } from '../../kit/result.ts';
import type { Parts } from '../parts.ts';
import type { Runner } from '../runner.ts';
import { whyUnobservable } from './unchanged.ts';

// A folder that is too large for its digest was said to have changed.
test.each([
  ['a', 'a', null],
  ['a', 'b', /its folder changed while it ran/],
  [null, null, /nobody could say what its folder held/],
  ['a', null, /nobody could say what its folder held/],
])('the folder of a run that was measured as %s and %s', async (treeBefore, treeAfter, why) => {
  const world = new World();
  const run: Run = { ...started(world), mode: 'analyze', status: 'completed', result: null, treeBefore, treeAfter };
  const runner = { head: async () => done({ repository: '/r', commit: 'c' }) } as unknown as Runner;
  const refusal = await whyUnobservable({ kernel: { state: world.state } } as unknown as Parts, runner, run);
  if (why === null) expect(refusal).toBeNull();
  else expect(refusal?.message).toMatch(why);
});
