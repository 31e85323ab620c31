/** A browser that a recover shut out: what it says, the way back in, and that a page goes on by itself when it can. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFromTerminal, ok, recoverAtTerminal } from '../rigs/people.ts';
import { audit } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { show } from './show.ts';
import { newVisit, openWorld, pairAtDesk, type Visit, type World } from './world.ts';

const AGAIN = /This workspace was recovered .*: a browser that was paired before has to be paired again\./;
const VOID = /This workspace was recovered .*\. Every key, token, approval and grant from before is void\./;

let world: World;
let desk: Page;
let board: Page;
/** A browser that never was paired. */
let other: Visit;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld({ example: false });
  ({ desk, board } = world);
  ok(await world.member.call('create_task', { title: 'Water the plants', status: 'today' }));
  other = await newVisit(world.browser);
});

afterAll(() => world?.close());

const banner = (page: Page, words: RegExp) => page.locator('.banner').filter({ hasText: words });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('what a page could not read while nobody served it, it reads by itself once somebody does', async () => {
  // Their programs are here; only what they show will be missing.
  await show(desk, `${world.daemon.deskUrl}/access`);
  await show(desk, world.daemon.deskUrl);
  await show(board, `${world.daemon.url}/usage`);
  await show(board, `${world.daemon.url}/runs`);
  await world.restart(async () => {
    for (const [page, link] of [
      [desk, 'Access'],
      [board, 'Usage'],
    ] as const) {
      await page.bringToFront();
      await page.getByText('The connection to Sidekicks is lost.').waitFor();
      await page.getByRole('link', { name: link }).first().click();
      await heading(page, link).waitFor();
      await page.getByRole('main').getByText('Sidekicks does not answer.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    }
  });
  // Nothing is pressed, and no event comes: nothing happened meanwhile.
  await board.getByText('Nothing was used yet').waitFor();
  await desk.bringToFront();
  await desk.getByText('desk, this browser').waitFor();
  for (const page of [desk, board]) {
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await page.getByText('The connection to Sidekicks is lost.').count()).toBe(0);
  }
});

test('after a recover both open pages shut themselves, and say why and what to do', async () => {
  await world.restart(recoverAtTerminal);
  await heading(desk, 'Pair this browser with the desk').waitFor();
  await banner(desk, AGAIN).waitFor();
  await desk.getByText('This browser was paired before. Its key does not count any more.').waitFor();
  await desk.getByText(/^Look in the terminal that ran .* recover --home .*: for a new one, run .* pair /).waitFor();
  // The person of the home is the one who comes back.
  expect(await desk.getByLabel('Your name').count()).toBe(0);
  expect(await audit(desk)).toEqual([]);
  await board.bringToFront();
  await heading(board, 'This browser is not paired with the workspace').waitFor();
  await banner(board, AGAIN).waitFor();
  await board.getByText(/^Run .* pair .*\. Open .* and type the code that it shows\.$/).waitFor();
  expect(await board.getByText('Water the plants').count()).toBe(0);
  expect(await audit(board)).toEqual([]);
});

test('a browser that never was paired is told the same, but not that it was', async () => {
  const page = await other.context.newPage();
  await show(page, world.daemon.deskUrl);
  await banner(page, AGAIN).waitFor();
  expect(await page.getByText('This browser was paired before.').count()).toBe(0);
  await show(page, world.daemon.url);
  await banner(page, AGAIN).waitFor();
  await page.close();
});

test('paired again, the desk opens, and what stays says what is void', async () => {
  await desk.bringToFront();
  await pairAtDesk(desk, await codeFromTerminal(world.daemon.home));
  // Where it was when it was shut.
  await heading(desk, 'Access').waitFor();
  await banner(desk, VOID).getByText('This notice stays.').waitFor();
  expect(await banner(desk, AGAIN).count()).toBe(0);
  expect(await audit(desk)).toEqual([]);
});

test('and so does the workspace page, with everything that was in it', async () => {
  await board.setViewportSize({ width: 1280, height: 800 });
  await board.bringToFront();
  await board.getByRole('button', { name: 'Look again' }).click();
  await board.getByRole('button', { name: 'Go to the desk and confirm' }).click();
  await board.getByRole('button', { name: 'It is the same: let it in' }).click();
  await heading(board, 'Board').waitFor();
  await board.getByRole('link', { name: /Water the plants/ }).waitFor();
  await banner(board, VOID).waitFor();
  expect(await banner(board, AGAIN).count()).toBe(0);
});

test('a browser that comes later is sent to the one that is paired, not to the terminal', async () => {
  const page = await other.context.newPage();
  await show(page, world.daemon.deskUrl);
  await heading(page, 'Pair this browser with the desk').waitFor();
  await page.getByText('Go to Access and press “Add a browser”.').waitFor();
  await show(page, world.daemon.url);
  await page.getByText(/^At a browser that is paired already, open the desk/).waitFor();
  await page.close();
});

test('no page threw, and nothing was blocked', () => {
  expect([...world.faults, ...other.faults]).toEqual([]);
});
