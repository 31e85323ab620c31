/** What runs leave behind goes into a backup, comes back with it, and verify misses it when it is gone. */
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { ok, pairPerson } from '../rigs/people.ts';
import { grant, openScene, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
const other = makeHome();
beforeAll(async () => {
  scene = await openScene();
});
afterAll(async () => {
  await scene?.close();
  await other.remove();
});

const cli = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

test('a backup holds the bytes, and brings no authority along', async () => {
  await grant(scene);
  const { task_id } = await start(scene, script(['publish', 'note', 'What I found.'], ['finish', 'success']));
  await settle(scene, task_id);
  const [artifact] = (await view(scene, task_id)).artifacts;
  const file = join(other.path, '..', `${scene.daemon.pid}-backup.db`);
  expect(cli('backup', file, '--home', scene.daemon.home).status).toBe(0);

  const restored = await startDaemon(other.path);
  const person = await pairPerson(restored);
  await restored.stop();
  const said = cli('restore', file, '--home', other.path);
  expect(said).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/void: .*, 0 approvals not used yet, 1 grant\./),
  });
  expect(cli('verify', '--home', other.path).stdout).toContain('All of it holds.');
  const again = await startDaemon(other.path);
  try {
    const desk = person.at(again);
    const { content } = ok(await desk.call('tandem_read_artifact', { artifact_id: artifact?.id ?? '' }));
    expect(content).toBe('What I found.');
    const places = ok(await desk.call('read_delegation', {})) as unknown as Places;
    expect(places.roots).toEqual([]);
    expect(places.agents.filter(({ allowed }) => allowed)).toEqual([]);
    expect(places.grants.filter(({ live }) => live)).toEqual([]);
  } finally {
    await again.stop();
  }
});

interface Places {
  readonly roots: readonly unknown[];
  readonly agents: readonly { readonly allowed: boolean }[];
  readonly grants: readonly { readonly live: boolean }[];
}

test('verify names bytes that are not what their name says', async () => {
  const folder = join(other.path, 'blobs');
  const [place = ''] = readdirSync(folder);
  const [name = ''] = readdirSync(join(folder, place));
  writeFileSync(join(folder, place, name), 'something else');
  const verified = cli('verify', '--home', other.path);
  expect(verified.status).toBe(1);
  expect(verified.stdout).toContain(name);
});
