/** Forms of the desk: what a person types into stays in sight and arrives; while the daemon is away a press says so, and all comes back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DelegationView } from '../../src/protocol/delegation-views.ts';
import { ok } from '../rigs/people.ts';
import { audit } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { pressPlan } from './plans.ts';
import { show } from './show.ts';
import { openWorld, type World } from './world.ts';

const LOST = 'The connection to Sidekicks is lost.';

let world: World;
let board: Page;
let desk: Page;
let review: string;
/** A second page of the desk, at a plan. */
let reviewing: Page;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ({ board, desk } = world);
  const agent = await world.agent('claude');
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const staged = ok(await agent.callByName('stage_task_plan', pressPlan(version))) as { proposalId: string };
  review = `/proposal/${staged.proposalId}`;
  reviewing = await world.context.newPage();
  await show(reviewing, at(desk, review));
});

afterAll(() => world?.close());

const at = (page: Page, path: string) => `${page === desk ? world.daemon.deskUrl : world.daemon.url}${path}`;

/** How what has the focus is called, and whether anything lies over its upper or lower edge. */
function lookAtFocus(): { readonly name: string; readonly hidden: boolean } | null {
  const element = document.activeElement;
  if (!element || element.matches('body, dialog, [tabindex]')) return null;
  const name = `${element.tagName} ${element.id || element.getAttribute('aria-label') || element.textContent}`;
  const [box] = element.getClientRects();
  if (!box) return { name, hidden: true };
  const x = box.left + Math.min(box.width / 2, 12);
  // Of what is higher than the window, the upper edge.
  const edges = box.height > innerHeight / 2 ? [box.top + 3] : [box.top + 3, box.bottom - 3];
  const hidden = edges.some((y) => {
    const over = document.elementFromPoint(x, y);
    return !over || !element.contains(over);
  });
  return { name: name.slice(0, 80), hidden };
}

/** Goes through everything by keyboard, there and back, and answers what could not be seen when it had the focus. */
async function hiddenInFocus(
  page: Page,
  height = 400,
): Promise<{ readonly seen: number; readonly hidden: readonly string[] }> {
  // What was told at the edge goes by itself, in its own time.
  const close = page.getByRole('button', { name: 'Close the notice' });
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined);
  await page.setViewportSize({ width: 360, height });
  const names = new Set<string>();
  const hidden = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press(key);
      const found = await page.evaluate(lookAtFocus);
      if (found) names.add(found.name);
      if (found?.hidden) hidden.add(`${key}: ${found.name}`);
    }
  }
  return { seen: names.size, hidden: [...hidden] };
}

test.each([
  ['the desk', 'desk', '/delegation', 400, ''],
  ['a dialog', 'desk', '/delegation', 400, 'Set up an agent'],
  ['a dialog whose head and foot stay', 'desk', '/delegation', 560, 'Set up an agent'],
  ['a review', 'desk', '/review', 400, ''],
  ['a task', 'board', '/task/T-8', 400, ''],
  ['the list', 'board', '/list', 400, ''],
] as const)('at 360 px, in a low window, nothing of %s hides what has the focus', async (...given) => {
  const [, where, path, height, opens] = given;
  const page = where === 'desk' ? desk : board;
  await show(page, at(page, path === '/review' ? review : path));
  if (opens) await page.getByRole('button', { name: opens }).click();
  const { seen, hidden } = await hiddenInFocus(page, height);
  expect(seen).toBeGreaterThan(8);
  expect(hidden).toEqual([]);
  if (opens) await page.keyboard.press('Escape');
});

test('and what lies under a bar would be found', async () => {
  await show(desk, at(desk, '/calendar'));
  await desk.evaluate(() => {
    const bar = document.querySelector<HTMLElement>('.page-head');
    Object.assign(bar?.style ?? {}, { position: 'fixed', inset: '0', zIndex: '9' });
  });
  expect((await hiddenInFocus(desk)).hidden).not.toEqual([]);
});

test('the time and the files of an agent come through the form, and an emptied time is the agent’s own again', async () => {
  await show(desk, at(desk, '/delegation'));
  await desk.getByRole('button', { name: 'Set up an agent' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Which').selectOption('custom');
  await dialog.getByLabel('Name', { exact: true }).fill('mine');
  await dialog.getByLabel('Program and arguments').fill(process.execPath);
  const seconds = dialog.getByLabel('Time to come up, seconds');
  await seconds.fill('601');
  await dialog.getByText('from 1 to 600 seconds').waitFor();
  await seconds.fill('90');
  await dialog.getByRole('button', { name: 'Add a file' }).click();
  await dialog.getByLabel('Path of file 1').fill('.config/agent.json');
  await dialog.getByLabel('Text of file 1').fill('{"level": 1}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.getByText('Files in its home: .config/agent.json. Comes up within 90 s.').waitFor();
  const agents = async () => (ok(await world.person.call('read_delegation', {})) as DelegationView).agents;
  expect(await agents()).toMatchObject([
    { id: 'mine', startSeconds: 90, files: { '.config/agent.json': '{"level": 1}' } },
  ]);
  await desk.getByRole('button', { name: 'Change mine' }).click();
  expect(await dialog.getByLabel('Text of file 1').inputValue()).toBe('{"level": 1}');
  await seconds.fill('');
  await dialog.getByRole('button', { name: 'Remove file 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await agents()).toMatchObject([{ id: 'mine', startSeconds: null, files: {} }]);
});

test('an inbox that cannot read who asks to be let in says so, and reads it when a person asks', async () => {
  await show(desk, at(desk, '/calendar'));
  await desk.route('**/api/read_access', (route) => route.abort());
  await show(desk, at(desk, '/'));
  const failed = desk.getByRole('alert').filter({ hasText: 'Which agents ask to be let in could not be read' });
  await failed.getByText('Sidekicks does not answer.').waitFor();
  // What can be read is there all the same.
  await desk.getByRole('list', { name: 'What waits for you' }).getByText('Write the press note').waitFor();
  expect(await audit(desk)).toEqual([]);
  await desk.unroute('**/api/read_access');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor({ state: 'detached' });
});

test('while the daemon is away, what is pressed does nothing and says so; what was typed stays', async () => {
  // Parts of the program that came already do not have to come now.
  for (const path of ['/runs', '/activity', review]) await show(desk, at(desk, path));
  await show(desk, at(desk, '/delegation'));
  await desk.getByLabel('Workers at the same time').fill('5');
  await desk.getByLabel('Wait for your permission, seconds').fill('900');
  await show(reviewing, at(desk, review));
  for (const path of ['/usage', '/']) await show(board, at(board, path));
  await world.daemon.kill();

  await reviewing.getByText(LOST).waitFor();
  const approve = reviewing.getByRole('button', { name: 'Approve', exact: true });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  expect(await approve.getAttribute('title')).toMatch(/does not answer/);

  await desk.bringToFront();
  await desk.getByRole('button', { name: 'Save the limits' }).click();
  await desk.getByRole('alert').getByText('It is not known whether it was done').waitFor();
  expect(await desk.getByLabel('Workers at the same time').inputValue()).toBe('5');

  await board.bringToFront();
  await board.getByRole('button', { name: 'New task in Today' }).click();
  const title = board.getByRole('textbox', { name: 'New task in Today' });
  await title.fill('Typed while away');
  await title.press('Enter');
  await board.getByText('Sidekicks does not answer.').first().waitFor();
  expect(await title.inputValue()).toBe('Typed while away');
});

test('once it is back, the same controls act', async () => {
  await world.restart();
  for (const page of [desk, board, reviewing]) await page.getByText(LOST).waitFor({ state: 'detached' });
  await desk.bringToFront();
  await desk.getByRole('button', { name: 'Save the limits' }).click();
  await desk.getByText('The limits were changed.').waitFor();
  expect(await desk.getByText('It is not known whether it was done').count()).toBe(0);
  const { limits } = ok(await world.person.call('read_delegation', {})) as DelegationView;
  expect(limits).toMatchObject({ maxWorkers: 5, requestSeconds: 900 });
  await board.bringToFront();
  await board.getByRole('textbox', { name: 'New task in Today' }).press('Enter');
  await board.getByRole('link', { name: 'Typed while away' }).waitFor();
  await expect
    .poll(() => reviewing.getByRole('button', { name: 'Approve', exact: true }).getAttribute('aria-disabled'))
    .toBeNull();
});

test('a page that could not be read comes by itself when the daemon is back', async () => {
  for (const path of ['/activity', review]) await show(desk, at(desk, path));
  await show(board, at(board, '/usage'));
  await show(board, at(board, '/'));
  await world.daemon.kill();
  const failed = [
    [desk, '/activity'],
    [board, '/usage'],
  ] as const;
  for (const [page, path] of failed) {
    await show(page, at(page, path));
    await page.getByRole('main').getByText('Sidekicks does not answer.').waitFor();
  }
  await world.restart();
  for (const page of [desk, board]) {
    await page.bringToFront();
    await page.getByRole('main').getByText('Sidekicks does not answer.').waitFor({ state: 'detached' });
    await page.getByText(LOST).waitFor({ state: 'detached' });
  }
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
