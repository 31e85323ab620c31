/** A task that a person makes comes into sight where it lies, however long the list and narrow the window. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { hasFocus } from './keys.ts';
import { keepPictures } from './pictures.ts';
import { show } from './show.ts';
import { openWorld, type World } from './world.ts';

/** Far more than any window shows. */
const MANY = 60;

let world: World;
let page: Page;
let parent: string;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld({ example: false });
  page = world.board;
  const make = async (title: string, more: object = {}) =>
    ok(await world.member.call('create_task', { title, status: 'today', ...more })) as { id: string };
  const shelf = await make('Shelf');
  parent = shelf.id;
  for (let at = 1; at <= MANY; at += 1) {
    await make(`Sort the box ${at}`);
    await make(`Dust the row ${at}`, { parentId: shelf.id, status: 'backlog' });
  }
});

afterAll(() => world?.close());

/** Whether both its edges are in the window, with nothing over them. */
function inSight(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => {
      const over = document.elementFromPoint(left + 12, y);
      return over !== null && (element.contains(over) || over.contains(element)) && over !== document.body;
    });
  });
}

interface Adding {
  readonly path: string;
  /** The button that opens the line, and the line. */
  readonly open: string;
  readonly field: string;
  readonly made: (title: string) => Locator;
}

const card = (title: string) => page.locator('.card').filter({ hasText: title });
const row = (title: string) => page.locator('[data-row]').filter({ hasText: title });
const subtask = (title: string) => page.getByRole('main').getByRole('link', { name: title });

const ways: readonly (readonly [string, Adding])[] = [
  ['the board', { path: '/', open: 'New task in Today', field: 'New task in Today', made: card }],
  ['the list', { path: '/list', open: 'New task', field: 'New task in Backlog', made: row }],
  ['a task', { path: '/task/:parent', open: 'Add a subtask', field: 'New subtask', made: subtask }],
];

test.each([1280, 360].flatMap((width) => ways.map(([where, way]) => [where, width, way] as const)))(
  'in %s, at %i px, by keyboard, one after the other',
  async (where, width, { path, open, field, made }) => {
    await show(page, `${world.daemon.url}${path.replace(':parent', parent)}`, { anew: true });
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: open, exact: true }).press('Enter');
    const line = page.getByRole('textbox', { name: field });
    for (const title of [`First of ${where} at ${width}`, `Second of ${where} at ${width}`]) {
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await made(title).waitFor();
      await expect.poll(() => inSight(made(title))).toBe(true);
      // What comes next is typed into the same line, which is in sight too.
      await expect.poll(() => line.inputValue()).toBe('');
      expect(await hasFocus(line)).toBe(true);
      expect(await inSight(line)).toBe(true);
    }
  },
);

test.each([
  ['the board', '/', 'New task in Today', 'New task in Today', 'Filter the board'],
  ['the list', '/list', 'New task', 'New task in Backlog', 'Filter the list'],
])('what the filter of %s leaves out is told of', async (where, path, open, field, filter) => {
  await show(page, `${world.daemon.url}${path}`, { anew: true });
  await page.getByLabel(filter).fill('box 7');
  await page.getByRole('button', { name: open, exact: true }).click();
  const line = page.getByRole('textbox', { name: field });
  await line.fill(`Unlike it, in ${where}`);
  await line.press('Enter');
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText(/^T-\d+ was made\. The filter leaves it out\.$/)
    .waitFor();
  // One that fits is simply there.
  await line.fill(`Sort the box 7 of ${where}`);
  await line.press('Enter');
  await page.getByRole('link', { name: `Sort the box 7 of ${where}` }).waitFor();
  expect(await page.getByText('The filter leaves it out.').count()).toBe(1);
});

/** Opens a new task's line on the board, while every answer about a task waits until it is let through. */
async function openSlowLine() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const address = '**/api/create_task';
  let answered: Promise<void> | undefined;
  await page.route(address, (route) => {
    answered = route.fetch().then(async (response) => {
      await released;
      await route.fulfill({ response });
    });
    return answered;
  });
  await show(page, world.daemon.url, { anew: true });
  const opener = page.getByRole('button', { name: 'New task in Today', exact: true });
  await opener.press('Enter');
  const answer = async () => {
    release();
    await answered;
    await page.unroute(address);
  };
  return { opener, line: page.getByRole('textbox', { name: 'New task in Today' }), answer };
}

async function tasksCalled(title: string): Promise<number> {
  const { tasks } = ok(await world.member.call('search_tasks', { text: title })) as { tasks: readonly unknown[] };
  return tasks.length;
}

test('while a task is on its way a second Enter makes no second one, and Escape leaves when it is there', async () => {
  const { opener, line, answer } = await openSlowLine();
  await page.keyboard.type('Carry it slowly');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => tasksCalled('Carry it slowly')).toBe(1);
  await answer();
  await line.waitFor({ state: 'detached' });
  expect(await hasFocus(opener)).toBe(true);
  expect(await tasksCalled('Carry it slowly')).toBe(1);
});

test('what is typed while a task is on its way stays', async () => {
  const { line, answer } = await openSlowLine();
  await page.keyboard.type('Carry the first');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type(', and the next');
  await answer();
  await expect.poll(() => line.inputValue()).toBe(', and the next');
  // It is half typed again: one key does not throw it away.
  await page.keyboard.press('Escape');
  expect(await line.inputValue()).toBe(', and the next');
});

test.each([
  ['a task', '/', 'New task in Today', 'New task in Today', () => tasksCalled('ほうこく')],
  [
    'a line of a checklist',
    '/task/:parent',
    'Add to the checklist',
    'New item',
    () => page.locator('.checklist li').count(),
  ],
])('the Enter that ends a word of an input method makes no half %s', async (_what, path, open, field, made) => {
  await show(page, `${world.daemon.url}${path.replace(':parent', parent)}`, { anew: true });
  await page.getByRole('button', { name: open, exact: true }).press('Enter');
  const line = page.getByRole('textbox', { name: field });
  const keys = await page.context().newCDPSession(page);
  await keys.send('Input.imeSetComposition', { text: 'ほうこく', selectionStart: 4, selectionEnd: 4 });
  expect(await line.inputValue()).toBe('ほうこく');
  await page.keyboard.press('Enter');
  await keys.send('Input.insertText', { text: 'ほうこくする' });
  expect(await made()).toBe(0);
  expect(await line.inputValue()).toBe('ほうこくする');
  await page.keyboard.press('Enter');
  await expect.poll(made).toBe(1);
  await keys.detach();
});

test('at 360 px the board draws the cards in sight, not all of them', async () => {
  await show(page, world.daemon.url, { anew: true });
  await page.setViewportSize({ width: 360, height: 800 });
  const today = page.getByRole('region', { name: /^Today/ });
  await today.getByRole('listitem').first().waitFor();
  expect(await today.getByRole('listitem').count()).toBeLessThan(MANY / 2);
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
