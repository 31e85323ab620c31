/** Nothing that enters from outside carries authority: a restored backup does not, an import does not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuestionOf } from '../../src/client/answers.ts';
import { createClient } from '../../src/client/client.ts';
import { signedHeaders, signerOf } from '../../src/client/credential.ts';
import type { Refusal } from '../../src/kit/result.ts';
import { type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { approve, decisionOn, ok, type Person, pairPerson, type Staged } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { hello } from './attempts.ts';
import { send } from './request.ts';
import { codeOf, commit, openScene, type Scene } from './scene.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidekicks-backup-'));
const file = join(folder, 'copy.db');
let scene: Scene;
let approved: Staged;
/** On the plan that waits: what the person's page would send. */
let decision: QuestionOf<'approve_proposal'>;
let epoch: string;
const started: DaemonProcess[] = [];
const homes: ReturnType<typeof makeHome>[] = [];

const sidekicks = (home: string, ...words: string[]) =>
  run({ command: process.execPath, args: [program], env: process.env }, [...words, '--home', home], '');

/** A backup of a home with a person, an agent, a plan that is approved and not yet committed, and one that waits. */
beforeAll(async () => {
  scene = await openScene();
  approved = await scene.stage(scene.agent, await scene.plan(await scene.newTask('One')));
  ok(await approve(scene.person, approved));
  const waiting = await scene.stage(scene.agent, await scene.plan(await scene.newTask('Two')));
  decision = await decisionOn(scene.person.callByName, waiting);
  ({ epoch } = await hello(scene.daemon.deskUrl));
  expect(await sidekicks(scene.daemon.home, 'backup', file)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const daemon of started) await daemon.stop();
  await scene?.close();
  for (const home of homes) await home.remove();
  rmSync(folder, { recursive: true, force: true });
});

function newHome(): string {
  const home = makeHome();
  homes.push(home);
  return home.path;
}

async function start(home: string): Promise<DaemonProcess> {
  const daemon = await startDaemon(home);
  started.push(daemon);
  return daemon;
}

const agentAt = ({ url }: DaemonProcess) =>
  createClient({ baseUrl: url, credential: { kind: 'bearer', token: scene.token } });

/** The agent and the person of the backup, at the daemon of another home. */
async function expectPowerless(daemon: DaemonProcess): Promise<void> {
  const { proposalId } = approved;
  expect(codeOf(await agentAt(daemon).call('get_workspace_state', {}))).toBe('unauthenticated');
  expect(codeOf(await agentAt(daemon).call('commit_task_plan', { proposalId }))).toBe('unauthenticated');
  const person = scene.paired.at(daemon);
  expect(codeOf(await person.call('read_access', {}))).toBe('unauthenticated');
  expect(codeOf(await person.call('approve_proposal', decision))).toBe('unauthenticated');
}

/** What a person of that home sees of the proposals: none is approved, none can be committed. */
async function expectVoid(daemon: DaemonProcess, person: Person): Promise<void> {
  const client = person.at(daemon);
  const { proposals, tasks } = ok(await client.call('read_workspace', {}));
  expect(proposals.map(({ status }) => status)).toEqual(['awaiting_approval', 'awaiting_approval']);
  expect((await commit(client, approved)).status).toBe('approval_required');
  const { approvals } = ok(await client.call('read_proposal', { proposalId: approved.proposalId }));
  expect(approvals.every(({ voidedAt }) => voidedAt !== null)).toBe(true);
  expect(tasks).toHaveLength(2);
}

describe('a restored backup', () => {
  test('in a home without a person pairs as new', async () => {
    const home = newHome();
    const { code, stdout } = await sidekicks(home, 'restore', file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/void: 1 key, 1 token, 1 approval not used yet, 0 grants\./);
    const daemon = await start(home);
    expect(await hello(daemon.deskUrl)).toMatchObject({ hadPerson: false, openExample: false });
    await expectPowerless(daemon);
    const newcomer = await pairPerson(daemon, 'Noor');
    await expectVoid(daemon, newcomer);
    await expectPowerless(daemon);
    const { persons } = ok(await newcomer.at(daemon).call('read_access', {}));
    expect(persons.find(({ name }) => name === 'Noor')?.role).toBe('owner');
    // A new decision works; the plan of an agent that is gone is committed by the person.
    ok(await approve(newcomer.at(daemon), approved));
    expect((await commit(newcomer.at(daemon), approved)).status).toBe('committed');
  });

  test('in a home with a person keeps that person, and nobody of the backup', async () => {
    const home = newHome();
    const before = await start(home);
    const person = await pairPerson(before, 'Noor');
    const { secret } = ok(await person.at(before).call('make_token', { label: 'theirs' })) as { secret: string };
    expect((await sidekicks(home, 'restore', file)).code).not.toBe(0); // while the daemon runs
    await before.stop();
    expect((await sidekicks(home, 'restore', file)).code).toBe(0);
    const daemon = await start(home);
    expect(await hello(daemon.deskUrl)).toMatchObject({ hadPerson: true });
    await expectPowerless(daemon);
    await expectVoid(daemon, person);
    const theirs = createClient({ baseUrl: daemon.url, credential: { kind: 'bearer', token: secret } });
    expect(codeOf(await theirs.call('get_workspace_state', {}))).toBe('ok');
    expect((await sidekicks(home, 'verify')).code).toBe(0);
  });

  test('in its own home voids the approvals, and begins a new epoch: what was signed before counts no more', async () => {
    const { home } = scene.daemon;
    await scene.daemon.stop();
    expect((await sidekicks(home, 'restore', file)).code).toBe(0);
    const daemon = await start(home);
    expect((await hello(daemon.deskUrl)).epoch).not.toBe(epoch);
    await expectVoid(daemon, scene.paired);
    expect(codeOf(await agentAt(daemon).call('get_workspace_state', {}))).toBe('ok');
    const body = JSON.stringify(await decisionOn(scene.paired.at(daemon).callByName, approved));
    const { nonces } = await hello(daemon.deskUrl);
    const [method, path] = ['POST', '/api/approve_proposal'];
    const fields = { method, target: `${daemon.deskUrl}${path}`, body, nonce: nonces[0] ?? '' };
    const headers = await signedHeaders(signerOf(scene.paired.key), { ...fields, epoch });
    const reply = await send(daemon.deskUrl, { method, path, body, headers });
    expect(reply).toMatchObject({ status: 401, refusal: { code: 'bad_signature' } });
    expect((await commit(agentAt(daemon), approved)).status).toBe('approval_required');
  });

  test('what is no backup changes nothing', async () => {
    const home = newHome();
    const daemon = await start(home);
    await daemon.stop();
    writeFileSync(join(folder, 'no.db'), 'not a database at all');
    for (const name of ['no.db', 'absent.db']) {
      const { code, stderr } = await sidekicks(home, 'restore', join(folder, name));
      expect(code).toBe(1);
      expect(stderr).toMatch(/\S/);
    }
    expect((await sidekicks(home, 'verify')).code).toBe(0);
  });
});

describe('an import', () => {
  const task = {
    sourceId: 'a',
    title: 'From outside',
    description: '',
    status: 'backlog',
    priority: 'low',
    tags: [],
    parentSourceId: null,
    dependsOnSourceIds: [],
    dueDate: null,
    checklist: [],
  };
  const input = { format: 'backlog-md', source: '/elsewhere', tasks: [task], losses: [] };

  const importBy = (home: string, body: object) =>
    run(
      { command: process.execPath, args: [program], env: { ...process.env, SIDEKICKS_HOME: home } },
      ['call', 'import_tasks', '-'],
      JSON.stringify(body),
    );

  test('of a program waits for a person once there is one, and only the desk lets it in', async () => {
    const home = newHome();
    const daemon = await start(home);
    const person = (await pairPerson(daemon)).at(daemon);
    const answer = JSON.parse((await importBy(home, input)).stdout) as { status: string; importId: string };
    expect(answer.status).toBe('waiting');
    const { tasks, waitingImports } = ok(await person.call('read_workspace', {}));
    expect([tasks.length, waitingImports]).toEqual([0, 1]);
    const words = JSON.stringify({ importId: answer.importId, accept: true });
    for (const verb of ['decide_import', 'read_imports', 'approve_proposal', 'make_token']) {
      const { code, stderr } = await sidekicks(home, 'call', verb, words);
      expect([code, stderr], verb).toEqual([2, expect.stringContaining(`no operation ${verb} for a terminal`)]);
    }
    ok(await person.call('decide_import', { importId: answer.importId, accept: true }));
    expect(ok(await person.call('read_workspace', {})).tasks.map(({ title }) => title)).toEqual(['From outside']);
  });

  test('can bring no approval, proposal, person, key, token or playbook: there is no place for them', async () => {
    const home = newHome();
    await start(home);
    const around = ['approvals', 'approved', 'events', 'grants', 'keys', 'persons', 'proposals', 'sidekicks', 'tokens'];
    const inside = ['approvalId', 'id', 'matches', 'origin', 'ownerId', 'workspaceId'];
    const more = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'x']));
    const body = { ...input, ...more(around), tasks: [{ ...task, ...more(inside) }] };
    const { error } = JSON.parse((await importBy(home, body)).stdout) as { error: Refusal };
    expect(error.code).toBe('invalid_input');
    const places = error.problems?.map(({ code, path }) => `${code} ${path}`) ?? [];
    const expected = [...around.map((name) => `/${name}`), ...inside.map((name) => `/tasks/0/${name}`)];
    expect(places.sort()).toEqual(expected.map((path) => `unknown_property ${path}`).sort());
  });

  test('fills a home that never had a person, and then no more', async () => {
    const home = newHome();
    const daemon = await start(home);
    expect(JSON.parse((await importBy(home, input)).stdout)).toMatchObject({ status: 'accepted', tasks: 1 });
    const again = { ...input, tasks: [{ ...task, sourceId: 'b', title: 'Later' }] };
    expect(JSON.parse((await importBy(home, again)).stdout)).toMatchObject({ status: 'waiting' });
    const person = (await pairPerson(daemon)).at(daemon);
    const view = ok(await person.call('read_workspace', {}));
    expect(view.tasks.map(({ title }) => title)).toEqual(['From outside']);
    expect(view.proposals).toEqual([]);
    expect(view.persons).toHaveLength(1);
  });
});
