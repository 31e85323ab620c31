/** No refusal of bad input fills a caller's context, and none of it is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './workspace.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const bad: readonly [string, object][] = [
  ['a key of 300,000 characters', { [`k${'\u0001'.repeat(300_000)}`]: 1 }],
  ['10,000 unknown keys', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at]))],
  ['20,000 wrong subtasks', { subtasks: Array.from({ length: 20_000 }, () => 7) }],
];

test.each(bad)('%s', async (_, more) => {
  const seq = scene.app.state().workspace.seq;
  const refused = await scene.bot('evaluate_task_plan', { ...scene.plan(), ...more });
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
  expect(JSON.stringify(refused).length).toBeLessThan(20_000);
  expect(scene.app.state().workspace.seq).toBe(seq);
});
