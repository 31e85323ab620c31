/** What a start remembers of the log: everything that a plan depends on, however many runs came since. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKernel } from '../../src/app/kernel.ts';
import { systemAuthor } from '../../src/core/access/author.ts';
import { changesSince } from '../../src/core/plan/read-set.ts';
import { decided } from '../../src/core/state/decision.ts';
import type { EventDraft } from '../../src/core/state/event.ts';
import { JOURNAL_LENGTH } from '../../src/core/state/state.ts';
import { ok } from './callers.ts';
import { openScene, type Scene } from './workspace.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const moved: EventDraft = { type: 'run.moved', summary: 'runs a run', changes: [], raisesVersion: false };

test('a start knows which tasks changed before more events of runs than a journal holds', async () => {
  const { app, clock, taskId } = scene;
  const before = scene.version();
  ok(await scene.person('edit_task', { taskId, title: 'Paint the barn' }));
  const { store, workspaceId } = app;
  const parts = { store, workspaceId, clock: { now: () => clock.nowMs }, ids: { next: () => 'unused' } };
  const start = () => openKernel(parts);
  const kernel = await start();
  const crowd = Array.from({ length: JOURNAL_LENGTH + 1 }, () => moved);
  await kernel.execute(systemAuthor, () => decided(null, ...crowd));
  const again = await start();
  expect(again.state.workspace).toEqual(kernel.state.workspace);
  expect(again.state.journal).toEqual(kernel.state.journal);
  expect(changesSince(again.state, { parentTaskId: taskId }, before).map(({ type }) => type)).toEqual(['task.edited']);
});
