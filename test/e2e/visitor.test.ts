/**
 * A paired page and its agents. When a cleared storage parts the two, the page says so and leads to the desk, which binds
 * them again. A restore parts nothing, but it puts another log in place: an open page reads it anew.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolView } from '../../src/web/data/answers.ts';
import { program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { overWebMcp } from '../surfaces/over-webmcp.ts';
import { given, refused, type Surface } from '../surfaces/surface.ts';
import { audit } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

const SHUT_OUT = 'Agents in this browser are shut out';

let world: World;
let page: World['board'];
let agent: Surface;
const folder = mkdtempSync(join(tmpdir(), 'sidekicks-backup-'));

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  page = world.board;
  agent = await overWebMcp(page);
});

afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the page says once it has asked. */
async function isShutOut(): Promise<boolean> {
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/api/read_tools')),
    page.reload({ waitUntil: 'commit' }),
  ]);
  await page.waitForTimeout(200);
  return (await page.getByText(SHUT_OUT).count()) > 0;
}

async function letThemIn(): Promise<void> {
  await page.getByRole('button', { name: 'Let them in at the desk' }).click();
  await page.getByRole('button', { name: 'It is the same: let it in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
}

test('after a cleared storage the paired page says so, and the desk binds its new visitor', async () => {
  await given(agent, 'get_workspace_state', {});
  expect(await isShutOut()).toBe(false);
  await page.evaluate(() => localStorage.removeItem('sidekicks-visitor'));
  await show(page, world.daemon.url, { anew: true });
  await page.getByText(SHUT_OUT).waitFor();
  expect(await audit(page)).toEqual([]);
  expect(await refused(agent, 'get_workspace_state', {})).toMatchObject({ code: 'not_paired' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await letThemIn();
  await given(agent, 'get_workspace_state', {});
  expect(await isShutOut()).toBe(false);
});

test('the page about agents tells each tool as the command line does, and who called it last', async () => {
  const { code, stdout } = await run(
    { command: process.execPath, args: [program], env: process.env },
    ['tools', '--json'],
    '',
  );
  expect(code).toBe(0);
  const tools = JSON.parse(stdout) as readonly Pick<ToolView, 'name' | 'kind' | 'description' | 'inputSchema'>[];
  const others = [await world.agent('claude'), await world.agent('codex')];
  await show(page, `${world.daemon.url}/agents`);
  const of = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('button', { name: `Input schema of ${name}`, exact: true }) });
  await of('get_task').getByText('Nobody has called it since the daemon started.').waitFor();
  for (const one of others) ok(await one.callByName('get_task', { taskId: 'T-8' }));
  // The open page hears of it; the last caller comes first.
  await of('get_task')
    .getByText(/^Called by codex .*, claude /)
    .waitFor();
  for (const name of ['get_task', 'stage_task_plan']) {
    await page.getByRole('button', { name: `Input schema of ${name}`, exact: true }).click();
    const tool = tools.find((one) => one.name === name);
    expect(JSON.parse((await of(name).locator('pre.json').textContent()) ?? '')).toEqual(tool?.inputSchema);
  }
  expect(await page.locator('.tool-name').allTextContents()).toEqual(tools.map(({ name }) => name));
  for (const { name, kind, description } of tools) {
    expect(await seen(of(name))).toContain(description);
    expect(await seen(of(name).locator('h2'))).toBe(`${name} ${kind === 'answer' ? 'reads only' : 'leaves a trace'}`);
  }
  expect(await seen(of('stage_task_plan'))).toContain('Nobody has called it since the daemon started.');
  await show(page, world.daemon.url);
});

test('a restore: an open page shows what the backup held, and its agents stay let in', async () => {
  const sidekicks = async (home: string, ...words: string[]) => {
    const env = { ...process.env, SIDEKICKS_HOME: home };
    const { code, stderr } = await run({ command: process.execPath, args: [program], env }, words, '');
    if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${stderr}`);
  };
  const file = join(folder, 'copy.db');
  await sidekicks(world.daemon.home, 'backup', file);
  const { seq } = ok(await world.person.call('read_workspace', {}));
  ok(await world.member.call('create_task', { title: 'Made after the backup', status: 'today' }));
  await page.getByRole('link', { name: /Made after the backup/ }).waitFor();
  await world.restart((home) => sidekicks(home, 'restore', file));
  // The restored log goes on, so that the number which the page knows is one that it has, too.
  for (const title of ['One', 'Two']) ok(await world.member.call('create_task', { title, status: 'today' }));
  expect(ok(await world.person.call('read_workspace', {})).seq).toBeGreaterThan(seq + 1);
  await page.getByRole('link', { name: 'Two', exact: false }).first().waitFor();
  await page.getByRole('link', { name: /Made after the backup/ }).waitFor({ state: 'detached' });
  await given(agent, 'get_workspace_state', {});
  await show(page, world.daemon.url, { anew: true });
  await given(agent, 'get_workspace_state', {});
  expect(await isShutOut()).toBe(false);
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
