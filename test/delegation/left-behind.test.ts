/** What a token leaves behind when it is refused, and beside the lists of others. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentClient, makeAgent, ok } from '../rigs/people.ts';
import { openScene, type Scene, start } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

const blobs = () =>
  readdirSync(join(scene.daemon.home, 'blobs'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;

test('a start that is refused, or only tried, keeps no bytes; what a preflight admits is what would start', async () => {
  const { context } = ok(
    await scene.agent().call('tandem_project_context', { action: 'publish', name: 'Ground', rules: [] } as never),
  ) as unknown as { context: { context_id: string } };
  const pinned = { cwd: scene.project, project_context_id: context.context_id, prompt: 'one more' };
  for (let at = 0; at < 49; at += 1) await start(scene, `hold ${at}`);
  const before = blobs();
  expect(before).toBeGreaterThan(0);
  ok(await scene.agent().call('tandem_start', { ...pinned, preflight: true }));
  expect(blobs()).toBe(before);
  await start(scene, 'hold 49');
  for (const preflight of [true, false]) {
    const answer = await scene.agent().call('tandem_start', { ...pinned, preflight });
    expect(answer).toMatchObject({ refusal: { code: 'too_many_runs', next: expect.stringMatching(/\S/) } });
  }
  expect(blobs()).toBe(before + 1);
});

test('the contexts of two tokens do not push those of a third out of the list', async () => {
  const publish = async (client: ReturnType<typeof scene.agent>, name: string) =>
    ok(await client.call('tandem_project_context', { action: 'publish', name, rules: [], decisions: [] } as never));
  await publish(scene.agent(), 'ours');
  for (const who of ['Loud', 'Louder']) {
    const loud = agentClient(scene.daemon, await makeAgent(scene.desk(), who));
    for (let at = 0; at < 50; at += 1) await publish(loud, `${who} ${at}`);
  }
  for (const client of [scene.agent(), agentClient(scene.daemon, await makeAgent(scene.desk(), 'Reader'))]) {
    const { contexts } = ok(await client.call('tandem_project_context', { action: 'list' } as never)) as unknown as {
      contexts: { name: string }[];
    };
    expect(contexts).toHaveLength(100);
    expect(contexts.map(({ name }) => name)).toContain('ours');
  }
});
