/** Between a run's launch and its process lie seconds: what a person takes back in them starts nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { addAgent, grant, logOf, openScene, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene(['--linger', '--stubborn']);
  await addAgent(scene, 'late', []);
});
afterAll(() => scene?.close());

test('a grant revoked while room is made for the process: no process, and the run waits for another grant', async () => {
  await grant(scene, { agentIds: ['rig'] });
  const grantId = await grant(scene, { agentIds: ['late'] });
  // Four at rest, none of which goes at once: one of them has to, before another starts.
  for (const word of ['one', 'two', 'three', 'four']) {
    const { task_id: id } = await start(scene, script(['finish', 'success'], ['message', word]), { mode: 'think' });
    expect((await settle(scene, id)).run.status).toBe('completed');
  }
  const { task_id: id } = await start(scene, script(['exec', 'echo it runs'], ['finish', 'success']), {
    mode: 'think',
    execution: { model: 'late' },
  });
  while ((await view(scene, id)).run.launchedAt === null) await new Promise((resolve) => setTimeout(resolve, 5));
  ok(await scene.desk().call('revoke_grant', { grantId }));
  expect((await view(scene, id)).run.lease, 'it had a process before the grant went').toBeNull();
  await settle(scene, id, ({ run }) => run.status === 'waiting_grant');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await view(scene, id)).run).toMatchObject({ status: 'waiting_grant', launchedAt: null, lease: null });
  expect(await logOf(scene, id)).not.toContain('it runs');
  await grant(scene, { agentIds: ['late'] });
  expect((await settle(scene, id)).run.status).toBe('completed');
  expect(await logOf(scene, id)).toContain('it runs');
});
