/** Empty, broken and offline: each is a state that was thought of, and none loses what a person typed or what happened. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { audit, violations } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { routesOf } from './places.ts';
import { pressPlan } from './plans.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

const LOST = 'The connection to Sidekicks is lost.';

let world: World;
let board: Page;
let desk: Page;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ({ board, desk } = world);
});

afterAll(() => world?.close());

const at = (page: Page, path: string) => `${page === desk ? world.daemon.deskUrl : world.daemon.url}${path}`;

test('one button empties the example, and undo brings it back', async () => {
  await show(board, at(board, '/'));
  await board.getByRole('button', { name: 'Empty the example' }).click();
  const dialog = board.getByRole('dialog', { name: 'Empty the example?' });
  await dialog.getByText('25 tasks go to the trash and 5 commitments are removed.').waitFor();
  await dialog.getByRole('button', { name: 'Empty the example' }).click();
  await board.getByText('Nothing is planned for today.').waitFor();
  await board.getByText('These tasks are an example.').waitFor({ state: 'detached' });
  expect(await audit(board)).toEqual([]);
  await show(board, at(board, '/'));
  await board.locator('.shell-side').getByRole('button', { name: 'Undo' }).click();
  await board.getByRole('link', { name: /Take the three screenshots/ }).waitFor();
});

test('the board names the newest tool of an agent, however fast it calls', async () => {
  const agent = await world.agent('quick');
  await show(board, at(board, '/'));
  const here = board.locator('.agents-now').getByRole('listitem').filter({ hasText: 'quick' });
  for (const [name, input] of [
    ['get_workspace_state', {}],
    ['search_tasks', {}],
    ['get_task', { taskId: 'T-8' }],
  ] as const) {
    ok(await agent.callByName(name, input));
  }
  await here.getByText('get_task').waitFor();
  ok(await agent.callByName('search_tasks', {}));
  await here.getByText('search_tasks').waitFor();
});

test('what was read of the past stays whole while more happens', async () => {
  const make = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) ok(await world.member.call('create_task', { title: `Entry ${at}.` }));
  };
  await make(0, 70);
  for (const [page, path] of [
    [board, '/activity'],
    [desk, '/activity'],
  ] as const) {
    await show(page, at(page, path));
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText(/Entry 0\./).waitFor();
  }
  await make(70, 80);
  const made = Array.from({ length: 80 }, (_, number) => `Entry ${79 - number}.`);
  for (const page of [board, desk]) {
    await expect.poll(async () => (await seen(page.getByRole('main'))).match(/Entry \d+\./g)).toEqual(made);
  }
});

test('a sidekick that is being written is not left without asking', async () => {
  await show(desk, at(desk, '/sidekicks'));
  await desk.getByRole('button', { name: 'Write a new one' }).click();
  const text = desk.getByLabel('SKILL.md');
  await text.fill('Half a thought.');
  await desk.getByRole('link', { name: 'Calendar' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Leave what you typed?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await text.inputValue()).toBe('Half a thought.');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(await text.inputValue()).toBe('Half a thought.');
  await desk.getByRole('link', { name: 'Calendar' }).click();
  await dialog.waitFor();
  expect(await audit(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Leave without it' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  // Nothing typed, nothing asked.
  await show(desk, at(desk, '/sidekicks'));
  await desk.getByRole('button', { name: 'Write a new one' }).click();
  await desk.getByRole('link', { name: 'Calendar' }).click();
  await desk.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
});

test('what could not be read is said, and read again when a person asks', async () => {
  const agent = await world.agent('claude');
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const { proposalId } = ok(await agent.callByName('stage_task_plan', pressPlan(version))) as { proposalId: string };
  for (const page of [board, desk]) {
    await page.route('**/api/read_proposal', (route) => route.abort());
    await show(page, at(page, `/proposal/${proposalId}`));
    await page.getByRole('main').getByText('Sidekicks does not answer.').waitFor();
    expect(await audit(page)).toEqual([]);
    await page.unroute('**/api/read_proposal');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Plan for Write the press note' }).waitFor();
  }
});

test('a page that found nobody to open it says so, and opens by itself once somebody is there', async () => {
  for (const [page, title] of [
    [board, 'The workspace could not be opened'],
    [desk, 'The desk could not be opened'],
  ] as const) {
    await page.bringToFront();
    await page.route('**/api/hello', (route) => route.abort());
    await page.goto(at(page, '/activity'));
    await page.getByText(title).waitFor();
    expect(await audit(page)).toEqual([]);
    await page.unroute('**/api/hello');
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  }
});

test('offline: both pages say so, and a field keeps what was typed', async () => {
  await show(board, at(board, '/task/T-8'));
  await board.getByRole('button', { name: 'Edit the title' }).click();
  await show(desk, at(desk, '/calendar'));
  await world.daemon.kill();
  for (const page of [board, desk]) {
    await page.getByText(LOST).waitFor();
    expect(await audit(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  const field = board.getByLabel('Title', { exact: true });
  await field.fill('Write the text, offline');
  await field.press('Enter');
  await board.getByText('Sidekicks does not answer.').first().waitFor();
  expect(await field.inputValue()).toBe('Write the text, offline');
  expect(await violations(board)).toEqual([]);
});

test('when it is back, the page goes on where it was: no change is missing, and nothing is read anew', async () => {
  const asked: string[] = [];
  board.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await board.route('**/api/feed*', (route) => route.abort());
  await world.restart();
  for (const at of [1, 2, 3]) {
    const title = `Made while you were away ${at}`;
    ok(await world.member.call('create_task', { title, status: 'today', parentId: 'T-8' }));
  }
  ok(await world.member.call('edit_task', { taskId: 'T-8', priority: 'urgent' }));
  // The stream of the first page still cannot come through: it must not pretend to know.
  expect(await board.getByText(LOST).count()).toBe(1);
  expect(await board.getByRole('link', { name: /Made while you were away/ }).count()).toBe(0);
  await board.unroute('**/api/feed*');
  await board.getByText(LOST).waitFor({ state: 'detached' });
  for (const at of [1, 2, 3]) {
    await board.getByRole('link', { name: `Made while you were away ${at}` }).waitFor();
  }
  await board.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
  expect(asked.filter((path) => path === '/api/read_workspace')).toEqual([]);
  const field = board.getByLabel('Title', { exact: true });
  expect(await field.inputValue()).toBe('Write the text, offline');
  await field.press('Enter');
  await board.getByRole('heading', { level: 1, name: /T-8 Write the text, offline/ }).waitFor();
  await desk.getByText(LOST).waitFor({ state: 'detached' });
});

describe('in a home that was started empty', () => {
  let empty: World;
  /** What each page says that holds nothing yet. `null`: it is never empty, or about one thing alone. */
  const words: Readonly<Record<'workspace' | 'desk', Readonly<Record<string, string | RegExp | null>>>> = {
    workspace: {
      '/': 'Nothing is planned for today.',
      '/list': 'There are no tasks yet',
      '/week': '8 h free',
      '/proposals': 'No agent has proposed a plan',
      '/runs': 'Nothing was delegated yet',
      '/usage': 'Nothing was used yet',
      '/activity': 'Sidekicks made the workspace by itself',
      '/agents': 'Nobody has called it since the daemon started.',
      '/trash': 'The trash is empty',
    },
    desk: {
      '/': 'No plan waits for you',
      '/runs': 'Nothing was delegated yet',
      '/delegation': 'No folder was given',
      '/usage': 'Nothing was used yet',
      '/access': 'It needs no token',
      '/imports': 'No import waits',
      '/activity': /^This is all: \d shown/,
      ...{ '/sidekicks': null, '/calendar': null, '/enrol': null, '/pair': null },
    },
  };

  beforeAll(async () => {
    empty = await openWorld({ example: false });
  });

  afterAll(() => empty?.close());

  test.each(['workspace', 'desk'] as const)(
    'every page of the %s says what is missing, and axe finds nothing',
    async (site) => {
      const page = site === 'desk' ? empty.desk : empty.board;
      const origin = site === 'desk' ? empty.daemon.deskUrl : empty.daemon.url;
      const routes = routesOf(site).map(({ route }) => route);
      expect(Object.keys(words[site]).sort()).toEqual(routes.filter((route) => !route.includes('$')).sort());
      for (const [route, said] of Object.entries(words[site])) {
        if (said === null) continue;
        await show(page, `${origin}${route}`);
        await page.getByRole('main').getByText(said).first().waitFor();
        expect(await violations(page), route).toEqual([]);
        await page.setViewportSize({ width: 360, height: 800 });
        const wider = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(wider, `${route} at 360 px`).toBe(0);
      }
    },
  );

  test('no page threw, and nothing was blocked', () => {
    expect(empty.faults).toEqual([]);
  });
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
