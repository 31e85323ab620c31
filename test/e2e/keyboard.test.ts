/** A day's work without a mouse: a task made, moved and undone, a plan read and approved. Then the mouse, for dragging. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { ok } from '../rigs/people.ts';
import { hasFocus, tabTo } from './keys.ts';
import { keepPictures } from './pictures.ts';
import { pressPlan } from './plans.ts';
import { openWorld, seen, type World } from './world.ts';

let world: World;
let agent: Client;
let board: Page;
let desk: Page;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ({ board, desk } = world);
  agent = await world.agent('claude');
  await board.bringToFront();
});

afterAll(() => world?.close());

const column = (name: string) => board.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (words: RegExp) => board.getByRole('link', { name: words });

async function statusOf(words: string): Promise<string | undefined> {
  const { tasks } = ok(await agent.call('search_tasks', { text: words }));
  return tasks[0]?.status;
}

test('makes a task', async () => {
  await board.keyboard.press('c');
  expect(await hasFocus(board.getByRole('button', { name: 'New task in Backlog' }))).toBe(true);
  await board.keyboard.press('Enter');
  await board.keyboard.type('Water the office plants');
  await board.keyboard.press('Enter');
  await column('Backlog').getByText('17', { exact: true }).waitFor();
  await board.keyboard.press('Escape');
  await expect.poll(() => statusOf('office plants')).toBe('backlog');
  // Whoever closed the line goes on from where they opened it.
  await expect.poll(() => hasFocus(board.getByRole('button', { name: 'New task in Backlog' }))).toBe(true);
});

test('moves it across the board, and is told where it is', async () => {
  await board.keyboard.press('/');
  await board.keyboard.type('plants');
  await column('Today').getByText('Nothing fits the filter.').waitFor();
  await tabTo(board, card(/Water the office plants/));
  await board.keyboard.press('Space');
  const said = board.locator('[aria-live="assertive"]');
  await expect.poll(() => said.textContent()).toMatch(/Water the office plants taken\. Backlog, place 1 of 1\./);
  await board.keyboard.press('ArrowRight');
  await board.keyboard.press('ArrowRight');
  await expect.poll(() => said.textContent()).toBe('In progress, place 1 of 1.');
  await board.keyboard.press('Escape');
  expect(await said.textContent()).toContain('put back. Backlog');
  await board.keyboard.press('Space');
  await board.keyboard.press('ArrowRight');
  await board.keyboard.press('Space');
  await expect.poll(() => statusOf('office plants')).toBe('today');
  await column('Today')
    .getByRole('link', { name: /Water the office plants/ })
    .waitFor();
  await expect.poll(() => hasFocus(card(/Water the office plants/))).toBe(true);
});

test('reaches the notice of a change, and goes back to where it was', async () => {
  const notice = board.locator('.toast');
  const undo = notice.getByRole('button', { name: 'Undo' });
  await notice.getByText('You moved T-26 to Today.').waitFor();
  await board.keyboard.press('F6');
  expect(await hasFocus(undo)).toBe(true);
  await board.keyboard.press('F6');
  expect(await hasFocus(card(/Water the office plants/))).toBe(true);
  await board.keyboard.press('F6');
  await board.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  expect(await hasFocus(card(/Water the office plants/))).toBe(true);
});

test('undoes the last change with a key', async () => {
  const undo = board.locator('.undo');
  expect(await seen(undo)).toMatch(/T-26/);
  await board.keyboard.press('Control+z');
  await expect.poll(() => statusOf('office plants')).toBe('backlog');
  await board.getByText(/^You undid: /).waitFor();
});

test('opens the task, changes it and comes back', async () => {
  await tabTo(board, card(/Water the office plants/));
  await board.keyboard.press('Enter');
  const priority = board.getByRole('button', { name: 'Priority: Medium' });
  await priority.waitFor();
  await tabTo(board, priority);
  await board.keyboard.press('Enter');
  await board.keyboard.press('h');
  await board.keyboard.press('Enter');
  await board.getByRole('button', { name: 'Priority: High' }).waitFor();
  expect(await hasFocus(board.getByRole('button', { name: 'Priority: High' }))).toBe(true);
  await tabTo(board, board.getByRole('button', { name: 'Edit the title' }));
  await board.keyboard.press('Enter');
  await board.keyboard.press('Control+a');
  await board.keyboard.type('Water the plants');
  await board.keyboard.press('Enter');
  await board.getByRole('heading', { level: 1, name: /T-26 Water the plants/ }).waitFor();
  await expect.poll(() => hasFocus(board.getByRole('button', { name: 'Edit the title' }))).toBe(true);
});

test('finds the waiting plan, reads it at the desk and approves it', async () => {
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  ok(await agent.callByName('stage_task_plan', pressPlan(version)));
  await board.keyboard.press('g');
  await board.keyboard.press('p');
  await board.getByRole('heading', { level: 1, name: 'Proposals' }).waitFor();
  await tabTo(board, board.getByRole('main').getByRole('link', { name: 'Review at the desk' }));
  await board.keyboard.press('Enter');
  // The same tab is at the desk now.
  const page = board;
  await page.waitForURL(`${world.daemon.deskUrl}/proposal/*`);
  const decision = page.getByRole('region', { name: 'Your decision' });
  await decision.getByText('This browser computed the same').waitFor();
  await tabTo(page, page.getByRole('link', { name: 'To the decision' }));
  await page.keyboard.press('Enter');
  await tabTo(page, decision.getByLabel('Your words'));
  await page.keyboard.type('Read on the train.');
  await tabTo(page, decision.getByRole('button', { name: 'Approve and create tasks' }));
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('heading', { level: 2, name: 'Tasks created' });
  await receipt.waitFor();
  await expect.poll(() => hasFocus(receipt)).toBe(true);
  expect(await seen(page.locator('.receipt'))).toContain('Read on the train.');
});

test('goes through the subtasks of a plan with letters', async () => {
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const plan = { ...pressPlan(version), parentTaskId: 'T-17' };
  const { proposalId } = ok(await agent.callByName('stage_task_plan', plan)) as { proposalId: string };
  await desk.bringToFront();
  await desk.goto(`${world.daemon.deskUrl}/proposal/${proposalId}`);
  await tabTo(desk, desk.locator('#step-1').getByRole('button', { name: 'Comment on subtask 1' }));
  await desk.keyboard.press('j');
  expect(await hasFocus(desk.locator('#step-2'))).toBe(true);
  await desk.keyboard.press('c');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('jke');
  expect(await desk.locator('#step-2').getByLabel('Comment on subtask 2').inputValue()).toBe('jke');
});

test('the mouse drags a card into another column, and the button undoes it', async () => {
  await board.bringToFront();
  await board.goto(world.daemon.url);
  const dragged = column('Today').getByRole('link', { name: /Write the text of the launch page/ });
  await dragged.dragTo(column('In progress').getByRole('link', { name: /T-3 / }));
  await expect.poll(() => statusOf('Write the text of the launch page')).toBe('in-progress');
  await column('In progress')
    .getByRole('link', { name: /Write the text of the launch page/ })
    .waitFor();
  await board.locator('.shell-side').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf('Write the text of the launch page')).toBe('today');
  await dragged.waitFor();
});

test('a notice with a button stays until it is closed, and one without goes once nobody reads it', async () => {
  await board.clock.install();
  await tabTo(board, card(/Write the text of the launch page/));
  for (const key of ['Space', 'ArrowRight', 'Space']) await board.keyboard.press(key);
  const moved = board.locator('.toast').filter({ hasText: /You moved T-\d+ to In progress\./ });
  await moved.waitFor();
  await board.clock.fastForward(3_600_000);
  await board.keyboard.press('F6');
  await board.keyboard.press('Enter');
  const undone = board.locator('.toast').filter({ hasText: 'You undid: ' });
  await undone.waitFor();
  expect(await moved.count()).toBe(0);
  await board.keyboard.press('F6');
  await board.clock.fastForward(60_000);
  expect(await undone.count()).toBe(1);
  await board.keyboard.press('F6');
  await board.clock.fastForward(60_000);
  await undone.waitFor({ state: 'detached' });
  expect(await statusOf('Write the text of the launch page')).toBe('today');
});

/** Milliseconds from the press to the dialog, in a document that has not opened it yet. */
async function timeToOpen(page: Page): Promise<number> {
  await page.goto(world.daemon.url);
  await page.getByRole('button', { name: 'Keys' }).waitFor();
  await page.evaluate(() => {
    const at = { pressed: 0, opened: 0 };
    Object.assign(window, { at });
    addEventListener('keydown', () => (at.pressed = performance.now()), { capture: true });
    new MutationObserver(() => {
      if (document.querySelector('dialog[open]')) at.opened ||= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  const { at } = (await page.evaluate('({ at })')) as { at: { pressed: number; opened: number } };
  return at.opened - at.pressed;
}

test('a dialog opens at the first press without a pause', async () => {
  const page = await world.context.newPage();
  const times: number[] = [];
  // A loaded machine may take its time; the pause that React makes of a fallback is 300 ms each time.
  for (let tries = 0; tries < 5 && !times.some((time) => time < 200); tries += 1) times.push(await timeToOpen(page));
  expect(Math.min(...times)).toBeLessThan(200);
  await page.close();
});

test('one that could not be fetched says so, and the page stays', async () => {
  const page = await world.context.newPage();
  await page.goto(world.daemon.url);
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Keys' }).click();
  const failed = page.getByText('It could not be opened: a part of the page did not arrive.');
  const again = async () => {
    await failed.waitFor();
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
  };
  // While nobody answers, the page stays.
  await page.route('**/hello*', (route) => route.abort());
  await again();
  await page.getByText('Sidekicks still does not answer.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  await page.unroute('**/hello*');
  await page.getByRole('button', { name: 'Keys' }).click();
  await failed.waitFor();
  await page.unroute('**/assets/*.js');
  await again();
  await page.getByText('It could not be opened').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.close();
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
