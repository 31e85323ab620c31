/** What the inbox says when nothing waits, when only runs and what they ask wait, and where its notices lead. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { grant, makeProject, rig, script, settle, start } from '../delegation/scene.ts';
import { program, root } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { overStdio } from '../surfaces/over-mcp.ts';
import { refused } from '../surfaces/surface.ts';
import { audit } from './axe.ts';
import { entry, makeGrant } from './delegation/stage.ts';
import { hasFocus, tabTo } from './keys.ts';
import { keepPictures } from './pictures.ts';
import { show } from './show.ts';
import { openWorld, type World } from './world.ts';

const NOTHING = 'No plan waits for you';

let world: World;
let page: Page;
let claude: Client;
let project: string;
let rootId: string;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld({ example: false });
  page = world.desk;
  claude = await world.agent('Claude');
  project = makeProject();
  const argv = [process.execPath, rig];
  const readOnly = [join(root, 'test/rigs'), join(root, 'node_modules')];
  ok(await world.person.call('set_agent', { agentId: 'rig', base: 'custom', allowed: true, argv, readOnly }));
  const given = await world.person.call('add_root', { path: project, label: 'Sums', defaultAgentId: 'rig' });
  rootId = (ok(given) as { id: string }).id;
});

afterAll(async () => {
  await world?.close();
  rmSync(project, { recursive: true, force: true });
});

const scene = {
  agent: () => claude,
  get project() {
    return project;
  },
};

async function begin(words: string, ...steps: readonly unknown[]): Promise<string> {
  const prompt = `${words} ${script(...steps, ['finish'])}`;
  return (await start(scene, prompt, { mode: 'think', question_timeout_seconds: 600 })).task_id;
}

/** What came of a run waits for a person's word, which is given elsewhere. */
async function endOf(...runs: readonly string[]): Promise<void> {
  for (const runId of runs) {
    await settle(scene, runId);
    ok(await world.person.call('accept_run', { runId, notes: '' }));
  }
}

async function openInbox(): Promise<void> {
  await show(page, world.daemon.deskUrl, { anew: true });
}

/** That something waits, and how much, is said by the list, the navigation and the tab; and nothing denies it. */
async function expectWaiting(count: number): Promise<void> {
  await expect.poll(() => page.title()).toBe(`(${count}) Inbox · Sidekicks`);
  await page.getByRole('navigation').getByText(`${count} wait for a decision`).waitFor();
  expect(await page.getByRole('list', { name: 'What waits for you' }).locator('> li').count()).toBe(count);
  expect(await page.getByText(NOTHING).count()).toBe(0);
}

async function expectNothing(): Promise<void> {
  await page.getByRole('main').getByText(NOTHING).waitFor();
  await expect.poll(() => page.title()).toBe('Inbox · Sidekicks');
  expect(await page.getByRole('list', { name: 'What waits for you' }).count()).toBe(0);
  expect(await page.getByRole('navigation').getByText('wait for a decision').count()).toBe(0);
}

test('when nothing waits it says so, and how something comes to wait', async () => {
  await openInbox();
  await expectNothing();
  expect(await audit(page)).toEqual([]);
  await page.getByRole('link', { name: 'Connect an agent' }).click();
  await page.getByRole('heading', { level: 1, name: 'Access' }).waitFor();
  await openInbox();
  await page.getByRole('link', { name: 'How an agent plans here' }).click();
  await page.waitForURL(`${world.daemon.url}/agents`);
});

let waits: string;

test('a run alone that waits for its grant is what waits', async () => {
  waits = await begin('Look at the sum.');
  await openInbox();
  await entry(page, 'Look at the sum.').getByText('Waits for a grant').waitFor();
  await expectWaiting(1);
  expect(await audit(page)).toEqual([]);
});

test('its grant made, the notice leads to the run: by mouse', async () => {
  await page.getByRole('button', { name: 'Grant Look at the sum' }).click();
  await makeGrant(page);
  const notice = page.getByRole('region', { name: 'Notices' });
  await notice.getByText('The grant counts from now on.').waitFor();
  await notice.getByRole('button', { name: 'Open the run' }).click();
  await page.waitForURL(`${world.daemon.deskUrl}/run/${waits}`);
  await page.getByRole('heading', { level: 1, name: /^Look at the sum/ }).waitFor();
  expect(await notice.getByText('The grant counts from now on.').count()).toBe(0);
  await endOf(waits);
});

test('and by keyboard', async () => {
  await openInbox();
  await expectNothing();
  const other = await begin('Look at the difference.');
  const press = async (place: Locator) => {
    await place.waitFor();
    await tabTo(page, place);
    await page.keyboard.press('Enter');
  };
  await press(page.getByRole('button', { name: 'Grant Look at the difference' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Preview' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Make the grant' }));
  await press(page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Open the run' }));
  await page.waitForURL(`${world.daemon.deskUrl}/run/${other}`);
  // The focus is not lost with the notice: whoever reads on starts at the run.
  const heading = page.getByRole('heading', { level: 1, name: /^Look at the difference/ });
  await expect.poll(() => hasFocus(heading)).toBe(true);
  await endOf(other);
});

test('requests of runs alone are what waits, and the last one decided nothing waits any more', async () => {
  await openInbox();
  await grant({ desk: () => world.person, rootId }, { modes: ['think'], ask: true });
  const question = await begin('Ask.', ['ask_until', 'Left or right?', { options: ['Left', 'Right'] }]);
  const request = await begin('Request.', ['permission', 'execute', 'make install']);
  await entry(page, 'Left or right?').waitFor();
  await entry(page, 'make install').waitFor();
  await expectWaiting(2);
  expect(await audit(page)).toEqual([]);
  await entry(page, 'make install').getByRole('button', { name: 'Deny' }).click();
  await entry(page, 'Left or right?').getByRole('button', { name: 'Left' }).click();
  await endOf(question, request);
  await expectNothing();
});

test('a run that came to nothing is told, with its reason and the way to it, though nothing waits', async () => {
  const broken = await begin('Fall over.', ['crash', 3]);
  await settle(scene, broken);
  await openInbox();
  await expectNothing();
  const row = page.getByRole('list', { name: 'Runs that came to nothing' }).getByRole('listitem');
  await row.getByText('Failed').waitFor();
  await row.getByText(/exit/i).waitFor();
  expect(await audit(page)).toEqual([]);
  await row.getByRole('link', { name: 'Look at it' }).click();
  await page.waitForURL(`${world.daemon.deskUrl}/run/${broken}`);
  await page.getByRole('heading', { name: 'Try again' }).waitFor();
});

test('an agent that asks to be let in is all that waits: nothing denies it', async () => {
  await openInbox();
  await expectNothing();
  const args = ['mcp', '--as', 'codex', '--home', world.daemon.home];
  const codex = await overStdio({ era: 'modern', command: process.execPath, args: [program, ...args] });
  expect(await refused(codex, 'get_workspace_state', {})).toMatchObject({ code: 'token_waiting' });
  const asks = page.getByRole('listitem').filter({ hasText: 'codex' });
  await asks.waitFor();
  expect(await page.getByText(NOTHING).count()).toBe(0);
  const navigation = page.getByRole('navigation');
  await navigation.getByRole('link', { name: 'Inbox 1 wait for a decision' }).waitFor();
  await navigation.getByRole('link', { name: 'Access 1 ask to be let in' }).waitFor();
  await expect.poll(() => page.title()).toBe('(1) Inbox · Sidekicks');
  await asks.getByRole('button', { name: 'Refuse' }).click();
  await expectNothing();
  await codex.close();
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
