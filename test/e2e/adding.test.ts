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
      expect(await line.inputValue()).toBe('');
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
