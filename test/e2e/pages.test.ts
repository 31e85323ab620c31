/** Every page of both origins: nothing for axe to find, nothing to scroll sideways, in both themes, wide and at 360 px. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolsFor } from '../../src/protocol/table.ts';
import { makeHome, program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { audit } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { journalsPlan, pressPlan } from './plans.ts';
import { newVisit, openWorld, type World } from './world.ts';

let world: World;
let ids: Readonly<Record<string, string>>;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ids = { ...(await stageTwo()), import: await bringIn() };
});

afterAll(() => world?.close());

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
  const decision = { proposalId: committed, revision: 1, digest, notes: 'Go.', create: true };
  ok(await world.person.call('approve_proposal', decision));
  const { tokens } = ok(await world.person.call('read_access', {}));
  return { review, committed, token: tokens[0]?.id ?? '' };
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
  const { imports } = ok(await world.person.call('read_imports', {})) as { imports: { id: string }[] };
  return imports[0]?.id ?? '';
}

const addressOf = (path: string) => path.replace(/:(\w+)/, (_, name) => ids[name] ?? '');

async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
}

const tools = toolsFor('visitor').map(({ name }) => name);

test.each([
  ...['/', '/list', '/task/T-1', '/task/T-8', '/week', '/proposals', '/proposal/:review', '/proposal/:committed'],
  ...['/activity', '/agents', '/trash', '/task/T-999', '/proposal/none', '/nowhere'],
])('the workspace page %s', async (path) => {
  const { board } = world;
  await show(board, `${world.daemon.url}${addressOf(path)}`);
  await board.waitForSelector('html[data-tools="ready"]', { state: 'attached' });
  const registered = await board.evaluate(async () =>
    (await document.modelContext?.getTools())?.map(({ name }) => name),
  );
  expect(registered?.sort()).toEqual([...tools].sort());
  expect(await audit(board)).toEqual([]);
});

test.each([
  ...[
    '/',
    '/proposal/:review',
    '/proposal/:committed',
    '/access',
    '/access/:token',
    '/sidekicks',
    '/sidekicks/release',
  ],
  ...['/calendar', '/imports', '/imports/:import', '/activity', '/enrol', '/pair', '/proposal/none', '/nowhere'],
])('the desk page %s', async (path) => {
  await show(world.desk, `${world.daemon.deskUrl}${addressOf(path)}`);
  expect(await audit(world.desk)).toEqual([]);
});

describe('what opens on a page', () => {
  test.each<[string, (page: Page) => Promise<void>]>([
    ['/', (page) => page.getByRole('button', { name: 'New task in Today' }).click()],
    ['/', (page) => page.getByRole('button', { name: 'Keys' }).click()],
    ['/', (page) => page.getByRole('button', { name: /^Theme/ }).click()],
    ['/', (page) => page.getByRole('button', { name: 'Empty the example' }).click()],
    ['/task/T-8', (page) => page.getByRole('button', { name: 'Edit the description' }).click()],
    ['/task/T-8', (page) => page.getByRole('button', { name: /^Status/ }).click()],
    ['/task/T-8', (page) => page.getByRole('button', { name: 'Add a dependency' }).click()],
    ['/week', (page) => page.getByRole('button', { name: 'New commitment' }).click()],
    ['/proposal/:committed', (page) => page.getByRole('button', { name: 'Undo the plan…' }).click()],
  ])('workspace %s: %s', async (path, open) => {
    await show(world.board, `${world.daemon.url}${addressOf(path)}`);
    await open(world.board);
    expect(await audit(world.board)).toEqual([]);
  });

  test.each<[string, (page: Page) => Promise<void>]>([
    ['/proposal/:review', (page) => page.getByRole('button', { name: 'Edit subtask 2' }).click()],
    ['/proposal/:review', (page) => page.getByRole('button', { name: 'Comment on subtask 1' }).click()],
    ['/proposal/:review', (page) => page.getByRole('button', { name: 'Drop subtask 3' }).click()],
    ['/proposal/:review', (page) => page.getByRole('button', { name: 'Reject' }).click()],
    ['/access', (page) => page.getByRole('button', { name: /Make a token/ }).click()],
    ['/access', (page) => page.getByRole('button', { name: /Add a browser/ }).click()],
  ])('desk %s: %s', async (path, open) => {
    await show(world.desk, `${world.daemon.deskUrl}${addressOf(path)}`);
    await open(world.desk);
    expect(await audit(world.desk)).toEqual([]);
  });
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
    await page.setViewportSize({ width: 1280, height: 800 });
    await show(page, url);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    await page.getByRole('heading', { level: 1, name: 'This page broke' }).waitFor();
    expect(await audit(page)).toEqual([]);
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
  }
});

test('no page was blocked or broke but for what did not arrive', () => {
  expect(world.faults.filter((fault) => !/dynamically imported module/.test(fault))).toEqual([]);
});
