/** A program of a person's own that does not come up: its run says why, not only that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT_THE_DESK } from '../../src/app/views/without-paths.ts';
import { addAgent, grant, logOf, openScene, type Scene, settle, start, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

test('a module that is missing is named in the reason, where it lies to persons alone, and the end of its standard error is in the log', async () => {
  await addAgent(scene, 'astray', [], { argv: [process.execPath, '/nowhere/agent.mjs'] });
  await grant(scene, { agentIds: ['astray'] });
  const { task_id: id } = await start(scene, 'look', { mode: 'think', execution: { model: 'astray' } });
  const { run } = await settle(scene, id);
  expect(run).toMatchObject({ status: 'failed', code: 'agent_failed' });
  const { reason } = (await view(scene, id)).run;
  expect(reason).toContain("Cannot find module '/nowhere/agent.mjs'");
  expect(reason).not.toContain('Node.js v');
  expect(run.reason).toBe(reason?.replaceAll(/\/nowhere[\w./]*/g, AT_THE_DESK));
  expect(await logOf(scene, id)).toMatch(/stderr: .*MODULE_NOT_FOUND.*Node\.js v/s);
});
