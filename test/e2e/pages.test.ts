/** Every page of both origins: nothing for axe to find, nothing to scroll sideways, in both themes, wide and at 360 px. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolsFor } from '../../src/protocol/table.ts';
import { makeProject, rig, start } from '../delegation/scene.ts';
import { makeHome, program, root } from '../rigs/daemon.ts';
import { approve, ok } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { audit, violations } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { journalsPlan, pressPlan } from './plans.ts';
import { show } from './show.ts';
import { newVisit, openWorld, type World } from './world.ts';

let world: World;
let ids: Readonly<Record<string, string>>;
let project: string;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ids = { ...(await stageTwo()), import: await bringIn(), run: await delegate() };
});

afterAll(async () => {
  await world?.close();
  if (project) rmSync(project, { recursive: true });
});

type Value = Record<string, string>;

/** A plan under review with a comment and a second revision, and one whose tasks were created. */
async function stageTwo(): Promise<Readonly<Record<string, string>>> {
  const agent = await world.agent('claude');
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const stage = async (plan: object) => ok(await agent.callByName('stage_task_plan', plan)) as Value;
  ok(await agent.callByName('match_sidekicks_to_task', { taskId: 'T-21' }));
  const journals = journalsPlan(version);
  const { proposalId: review = '' } = await stage(journals);
  const comment = { proposalId: review, revision: 1, candidateId: 'backup', text: 'Which second disk?' };
  ok(await world.person.call('comment_proposal', comment));
  await stage({ ...journals, subtasks: journals.subtasks.slice(0, 5), rationale: 'Shorter.' });
  const { proposalId: committed = '', digest = '' } = await stage(pressPlan(version));
  ok(await approve(world.person, { proposalId: committed, revision: 1, digest }, { notes: 'Go.', create: true }));
  const { tokens } = ok(await world.person.call('read_access', {}));
  return { review, committed, token: tokens[0]?.id ?? '' };
}

/** A run that no grant covers, so it waits; delegation.test.ts has all that becomes of one. */
async function delegate(): Promise<string> {
  project = makeProject();
  const argv = [process.execPath, rig];
  ok(await world.person.call('set_agent', { agentId: 'rig', base: 'custom', allowed: true, argv }));
  ok(await world.person.call('add_root', { path: project, label: 'Sums', defaultAgentId: 'rig' }));
  const agent = await world.agent('codex');
  const { task_id } = await start({ agent: () => agent, project }, 'Look at the sum', { mode: 'work' });
  return task_id;
}

/** With a person in the home, an import waits at the desk. */
async function bringIn(): Promise<string> {
  const folder = makeHome();
  const tasks = join(folder.path, 'backlog/tasks');
  mkdirSync(tasks, { recursive: true });
  const lines = [
    '---',
    'id: task-1',
    'title: Paint the door',
    'status: To Do',
    'labels: [house]',
    'odd: kept not',
    '---',
  ];
  writeFileSync(
    join(tasks, 'task-1 - Paint-the-door.md'),
    [...lines, '', '## Description', '', 'Green.', ''].join('\n'),
  );
  const env = { ...process.env, SIDEKICKS_HOME: world.daemon.home };
  const words = ['import', 'backlog-md', folder.path, '--yes'];
  const { code, stderr } = await run({ command: process.execPath, args: [program], env }, words, '');
  if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr}`);
  await folder.remove();
  const { imports } = ok(await world.person.call('read_imports', {}));
  return imports[0]?.id ?? '';
}

const pathOf = (path: string) => path.replace(/:(\w+)/, (_, name) => ids[name] ?? '');
const atWorkspace = (path: string) => `${world.daemon.url}${pathOf(path)}`;
const atDesk = (path: string) => `${world.daemon.deskUrl}${pathOf(path)}`;

const tools = toolsFor('visitor').map(({ name }) => name);
const tasks = ['/task/T-1', '/task/T-8', '/task/T-999'];
const proposals = ['/proposal/:review', '/proposal/:committed', '/proposal/none'];
const runs = ['/runs', '/run/:run', '/run/none', '/usage'];
const workspacePages = ['/', '/list', '/week', '/proposals', '/activity', '/agents', '/trash', '/nowhere'];
const deskLists = ['/', '/delegation', '/access', '/sidekicks', '/calendar', '/imports', '/activity', '/nowhere'];
const deskPages = ['/access/:token', '/sidekicks/release', '/imports/:import', '/enrol', '/pair'];

test.each([...workspacePages, ...tasks, ...proposals, ...runs])('the workspace page %s', async (path) => {
  const { board } = world;
  // Loaded anew: an agent that opens any address finds the tools at once.
  await show(board, atWorkspace(path), { anew: true });
  await board.waitForSelector('html[data-tools="ready"]', { state: 'attached' });
  const offered = await board.evaluate(async () => (await document.modelContext?.getTools())?.map(({ name }) => name));
  expect(offered?.sort()).toEqual([...tools].sort());
  expect(await audit(board)).toEqual([]);
});

test.each([...deskLists, ...deskPages, ...proposals, ...runs])('the desk page %s', async (path) => {
  await show(world.desk, atDesk(path));
  expect(await audit(world.desk)).toEqual([]);
});

/** What a page hides until a person presses something. */
async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
}

test.each([
  ['/', 'New task in Today'],
  ['/', 'Keys'],
  ['/', 'Empty the example'],
  ['/task/T-8', 'Edit the title', 'Edit the description', 'Add a dependency', 'Add a tag'],
  ['/task/T-8', 'Status: Today'],
  ['/week', 'New commitment'],
  ['/proposal/:committed', 'Undo the plan…'],
])('the workspace page %s after %s', async (path, ...names) => {
  await show(world.board, atWorkspace(path));
  await press(world.board, ...names);
  expect(await audit(world.board)).toEqual([]);
});

test.each([
  ['/proposal/:review', 'Comment on subtask 1', 'Edit subtask 2', 'Reject'],
  ['/proposal/:review', 'Drop subtask 3'],
  ['/access', 'Make a token'],
  ['/access', 'Add a browser'],
  ['/sidekicks/release', 'Edit'],
  ['/', 'Grant Look at the sum'],
  ['/delegation', 'Change rig'],
  ['/delegation', 'Take back Sums'],
  ['/run/:run', 'Grant this run…'],
])('the desk page %s after %s', async (path, ...names) => {
  await show(world.desk, atDesk(path));
  await press(world.desk, ...names);
  expect(await audit(world.desk)).toEqual([]);
});

test.each([
  ['workspace', [...workspacePages, ...tasks, ...proposals, ...runs]],
  ['desk', [...deskLists, ...deskPages, ...proposals, ...runs]],
])('no page of the %s is missing above', (name, listed) => {
  const text = readFileSync(join(root, `src/web/${name}/router.tsx`), 'utf8');
  const shapes = [...text.matchAll(/^ *path: '([^']+)'/gm)].map(([, path = '']) => path.replace(/\$\w+/, '[^/]+'));
  expect(shapes.length).toBeGreaterThan(10);
  expect(shapes.filter((shape) => !listed.some((path) => new RegExp(`^${shape}$`).test(path)))).toEqual([]);
});

test('the theme menu stays inside a narrow window', async () => {
  const { board } = world;
  await show(board, atWorkspace('/'));
  await board.setViewportSize({ width: 360, height: 800 });
  await press(board, 'Theme: system');
  const menu = await board.getByRole('menu').boundingBox();
  expect((menu?.x ?? 0) + (menu?.width ?? 999)).toBeLessThanOrEqual(360);
  await board.getByRole('menuitemradio', { name: 'Dark' }).click();
  expect(await board.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  expect(await violations(board, ['color-contrast'])).toEqual([]);
  await press(board, 'Theme: dark');
  await board.getByRole('menuitemradio', { name: 'As the system' }).click();
});

test('a browser that is not paired', async () => {
  const { context } = await newVisit(world.browser);
  const page = await context.newPage();
  for (const url of [world.daemon.url, world.daemon.deskUrl]) {
    await show(page, url);
    expect(await audit(page)).toEqual([]);
  }
  await context.close();
});

test('a page whose program does not arrive says so', async () => {
  for (const [page, url, link] of [
    [world.board, world.daemon.url, 'List'],
    [world.desk, world.daemon.deskUrl, 'Calendar'],
  ] as const) {
    await show(page, url, { anew: true });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    await page.getByRole('heading', { level: 1, name: 'This page was not loaded' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/assets/*.js');
    await press(page, 'Try again');
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
  }
});

test('the audit finds what is planted', async () => {
  const page = world.desk;
  await show(page, atDesk('/'));
  await page.evaluate(() => {
    const planted = document.createElement('p');
    planted.textContent = 'Planted and hardly to be read';
    planted.style.color = '#888';
    planted.style.background = '#999';
    planted.style.inlineSize = '1400px';
    document.querySelector('main')?.append(planted, document.createElement('img'));
  });
  const found = (await audit(page)).join('\n');
  for (const what of ['1280 px: ', 'light, 1280 px: image-alt', 'dark, 1280 px: color-contrast', '360 px: image-alt']) {
    expect(found).toContain(what);
  }
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
