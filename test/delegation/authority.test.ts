/** Nothing of delegation that a backup brings in carries authority: no grant, folder, agent or lease. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DelegationView } from '../../src/protocol/delegation-views.ts';
import { codeOf } from '../gate/scene.ts';
import { type DaemonLine, type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { ok, type Person, pairPerson, pairWith } from '../rigs/people.ts';
import { grant, openScene, type Scene, script, settle, start } from './scene.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidekicks-backup-'));
const backup = join(folder, 'copy.db');
let scene: Scene;
let asking: string;
let waiting: string;
beforeAll(async () => {
  scene = await openScene();
  waiting = (await start(scene, script(['finish', 'success'], ['message', 'waits']), { mode: 'think' })).task_id;
  await grant(scene, { modes: ['analyze'] });
  asking = (await start(scene, script(['ask', 'Still there?'], ['finish', 'success']))).task_id;
  await settle(scene, asking, ({ questions }) => questions.length > 0);
  sidekicks(scene.daemon.home, 'backup', backup);
});
afterAll(async () => {
  await scene?.close();
  rmSync(folder, { recursive: true, force: true });
});

function sidekicks(home: string, ...words: string[]): string {
  return execFileSync(process.execPath, [program, ...words, '--home', home], { encoding: 'utf8' });
}

const CODE = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/;

/** On a terminal, as it wants; it ends as a daemon there, with which the person pairs before it is stopped. */
async function recover(home: string): Promise<Person> {
  const command = `'${process.execPath}' '${program}' recover --home '${home}'`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!said.includes('Type recover') && (said + text).includes('Type recover')) child.stdin.write('recover\n');
    said += text;
  });
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(/Ctrl\+C/);
  const [, deskUrl = ''] = /desk\s+(http:\/\/\S+)/.exec(said) ?? [];
  const person = await pairWith({ deskUrl } as DaemonLine, CODE.exec(said)?.[0] ?? '', 'Mara again');
  sidekicks(home, 'stop');
  await gone;
  return person;
}

async function expectVoid(
  person: Person,
  daemon: DaemonProcess,
  places: { roots: number; agents: string[] },
): Promise<void> {
  const desk = person.at(daemon);
  const view = ok(await desk.call('read_delegation', {})) as DelegationView;
  expect(view.grants.filter(({ live }) => live)).toEqual([]);
  expect(view.grants.length).toBeGreaterThan(0);
  expect(view.roots).toHaveLength(places.roots);
  expect(view.agents.filter(({ allowed }) => allowed).map(({ id }) => id)).toEqual(places.agents);
  for (const runId of [asking, waiting]) {
    const { run, questions } = ok(await desk.call('read_run', { runId })) as never as {
      run: { status: string; code: string; lease: object | null };
      questions: { status: string }[];
    };
    expect(run).toMatchObject({ status: 'interrupted', code: 'authority_void', lease: null });
    expect(questions.filter(({ status }) => status === 'open')).toEqual([]);
  }
  const { items } = ok(await desk.call('read_inbox', {})) as { items: { run: { id: string } }[] };
  expect(items.filter(({ run }) => [asking, waiting].includes(run.id))).toEqual([]);
}

test('a backup in another home: its grants, folders, agents and runs are void; what that home had stays', async () => {
  const home = makeHome();
  try {
    const before = await startDaemon(home.path);
    const noor = await pairPerson(before, 'Noor');
    ok(await noor.at(before).call('add_root', { path: folder }));
    ok(await noor.at(before).call('set_agent', { agentId: 'own', base: 'custom', allowed: true, argv: ['/bin/true'] }));
    await before.stop();
    sidekicks(home.path, 'restore', backup);
    const daemon = await startDaemon(home.path);
    await expectVoid(noor, daemon, { roots: 1, agents: ['own'] });
    const view = ok(await noor.at(daemon).call('read_delegation', {})) as DelegationView;
    expect(view.roots[0]?.path).toBe(folder);
    await daemon.stop();
    expect(sidekicks(home.path, 'verify')).toMatch(/All of it holds/);
  } finally {
    await home.remove();
  }
});

test('in its own home: folders and agents are its own and stay, grants and runs are void', async () => {
  const { home } = scene.daemon;
  await scene.daemon.stop();
  sidekicks(home, 'restore', backup);
  await scene.restart();
  await expectVoid(scene.person, scene.daemon, { roots: 1, agents: ['rig'] });
  const after = await start(scene, script(['finish', 'success'], ['message', 'after the restore']));
  expect(after.status).toBe('waiting_grant');
  await grant(scene, { runId: after.task_id });
  expect((await settle(scene, after.task_id)).run.outcome).toBe('success');
});

test('recover ends every grant', async () => {
  await grant(scene);
  const on = await start(scene, script(['sleep', 60_000], ['message', 'recovered']));
  await settle(scene, on.task_id, ({ run }) => run.status === 'running');
  const { home } = scene.daemon;
  await scene.daemon.kill();
  const again = await recover(home);
  await scene.restart();
  const view = ok(await again.at(scene.daemon).call('read_delegation', {})) as DelegationView;
  expect(view.grants.filter(({ live }) => live)).toEqual([]);
  expect(codeOf(await scene.agent().call('tandem_list', {}))).toBe('unauthenticated');
  const { run } = ok(await again.at(scene.daemon).call('read_run', { runId: on.task_id })) as {
    run: { status: string; lease: unknown };
  };
  expect(run).toMatchObject({ status: 'interrupted', lease: null });
  await scene.daemon.stop();
  expect(sidekicks(home, 'verify')).toMatch(/All of it holds/);
  await scene.restart();
});
