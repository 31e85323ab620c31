/** A clock that is set back must not bring back what is over. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKernel } from '../../src/app/kernel.ts';
import { ok } from './callers.ts';
import { approve, commit, openScene, type Scene, stage } from './workspace.ts';

const DAY_MS = 86_400_000;
let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const somethingHappens = () => scene.person('create_task', { title: 'Water the plants' });

test('a lapsed approval stays lapsed', async () => {
  const staged = await stage(scene.bot, scene.plan());
  await approve(scene.person, staged);
  scene.clock.nowMs += 7 * DAY_MS;
  ok(await somethingHappens());
  scene.clock.nowMs -= 3 * DAY_MS;
  expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_lapsed');
  // Not even after more events: the log itself never goes back in time.
  ok(await somethingHappens());
  expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_lapsed');
  const shown = ok(await scene.bot('get_proposal', { proposalId: staged.proposalId })) as { approval: unknown };
  expect(shown.approval).toBeNull();
});

test('what credentials expire by never goes back, also after a restart', async () => {
  const { app, clock } = scene;
  clock.nowMs += 30 * DAY_MS;
  const late = clock.nowMs;
  ok(await somethingHappens());
  clock.nowMs -= 29 * DAY_MS;
  expect(app.now()).toBe(late);
  const again = await openKernel({
    store: app.store,
    workspaceId: app.workspaceId,
    clock: { now: () => clock.nowMs },
    ids: { next: () => 'x' },
  });
  expect(again.now()).toBe(late);
  clock.nowMs = late + 1;
  expect(app.now()).toBe(late + 1);
});
