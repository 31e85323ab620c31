/** After a whole run no secret lies anywhere: not in a file of the home, a log, an argument or an environment. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLinux } from '../../src/kit/needs.ts';
import { type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { approve, ok, type Staged } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import { descendants, filesOf, leaksIn, leaksInHome, leaksInProcesses } from '../rigs/secrets.ts';
import { run } from '../surfaces/over-cli.ts';
import { type McpSurface, overHttp, overStdio } from '../surfaces/over-mcp.ts';
import { given } from '../surfaces/surface.ts';
import { type Cast, castFor } from './attempts.ts';
import { send } from './request.ts';

const home = makeHome();
let daemon: DaemonProcess;
let cast: Cast;
let bridge: McpSurface;
/** Name -> the text that must be nowhere. */
const secrets: Record<string, string> = {};
let said = '';

beforeAll(async () => {
  daemon = await startDaemon(home.path);
  cast = await castFor(daemon);
  Object.assign(secrets, cast.secrets);
  bridge = await overStdio({
    era: 'legacy',
    command: process.execPath,
    args: [program, 'mcp', '--as', 'claude', '--home', daemon.home],
  });
  await bridge.call('get_workspace_state', {});
  await wholeRun();
});
afterAll(async () => {
  await bridge?.close();
  await home.remove();
});

/** Reads, plans, approves, commits; wrong credentials; a code shown and not used; garbage in every place. */
async function wholeRun(): Promise<void> {
  const { person } = cast;
  const { id: parentTaskId } = ok(await person.call('create_task', { title: 'Shelf' })) as { id: string };
  const { version } = ok(await person.call('read_workspace', {})).workspace;
  const agent = await overHttp({ era: 'modern', url: daemon.url, token: secrets.agent ?? '' });
  const plan = plainPlan({ parentTaskId, version, subtasks: 3, mark: 'x' });
  const staged = (await given(agent, 'stage_task_plan', plan)) as unknown as Staged;
  ok(await approve(person, staged));
  await given(agent, 'commit_task_plan', { proposalId: staged.proposalId });
  await agent.close();
  ({ code: secrets.pairing } = ok(await person.call('start_pairing', { name: 'Another' })) as { code: string });
  for (const attempt of cast.attempts) {
    const target = { origin: daemon.deskUrl, method: 'POST', path: '/api/read_access', body: '{}' };
    await send(daemon.deskUrl, { ...target, headers: await attempt.headersFor(target) });
  }
  // Somebody puts a secret where it does not belong.
  const authorization = `Bearer ${secrets.agent}`;
  await send(daemon.url, { method: 'GET', path: `/api/feed?after=${secrets.agent}`, headers: { authorization } });
  await send(daemon.url, { method: 'POST', path: `/api/none?token=${secrets.visitor}`, body: secrets.terminal ?? '' });
  await send(daemon.url, {
    method: 'POST',
    path: '/mcp',
    headers: { authorization },
    body: `{"jsonrpc":"2.0","id":1,"method":"${secrets.agent}"}`,
  });
  const words = ['verify', 'status', 'doctor', 'tools'];
  for (const word of words) {
    const { stdout, stderr } = await run(
      { command: process.execPath, args: [program], env: { ...process.env, SIDEKICKS_HOME: home.path } },
      [word],
      '',
    );
    said += stdout + stderr;
  }
}

const found = (where: string, content: Buffer) => leaksIn(secrets, where, content);

test('the search itself finds what is there', () => {
  expect(found('the secret', readFileSync(join(home.path, 'secret')))).toEqual(['home in the secret']);
  expect(found('a text', Buffer.from(`xx${secrets.agent}yy`))).toEqual(['agent in a text']);
});

test.runIf(isLinux())('no argument and no environment of a process of ours holds one', () => {
  const ours = descendants().filter(({ argv }) => argv.includes(home.path));
  // The daemon and the bridge.
  expect(ours.length).toBeGreaterThanOrEqual(2);
  expect(leaksInProcesses(secrets, ours)).toEqual([]);
});

test('nothing that was printed holds one', async () => {
  expect(found('what commands printed', Buffer.from(said))).toEqual([]);
  expect(found('what the daemon printed', Buffer.from(await daemon.stop()))).toEqual([]);
});

test('no file of the home holds one, but for the secret of the home itself', () => {
  const names = filesOf(home.path).map((path) => basename(path));
  expect(names).toEqual(expect.arrayContaining(['sidekicks.db', 'daemon.log', 'secret']));
  expect(leaksInHome(secrets, home.path)).toEqual([]);
});

test('the log has no token-like text at all', () => {
  const log = readFileSync(join(home.path, 'logs', 'daemon.log'), 'utf8');
  expect(log.length).toBeGreaterThan(50);
  expect(log).not.toMatch(/sk_[a-z]+_[\w-]{10}/);
  expect(log).not.toMatch(/Bearer (?!\[redacted\])/i);
});
