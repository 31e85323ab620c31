/** Every page of both origins: nothing for axe to find, nothing to scroll sideways, in both themes, wide and at 360 px. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolsFor } from '../../src/protocol/table.ts';
import { audit, violations } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { type Furnished, furnish, opened, places, press, routesOf } from './places.ts';
import { show } from './show.ts';
import { newVisit, openWorld, type World } from './world.ts';

let world: World;
let furnished: Furnished;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  furnished = await furnish(world);
});

afterAll(() => world?.close());

const tools = toolsFor('visitor').map(({ name }) => name);

describe.each(['workspace', 'desk'] as const)('the %s', (site) => {
  test('no route of its router is passed over', () => {
    const routes = routesOf(site);
    expect(routes.length).toBeGreaterThan(8);
    const missed = routes.filter(({ pattern }) => !places[site].some((place) => pattern.test(place)));
    expect(missed.map(({ route }) => route)).toEqual([]);
  });

  test.each(places[site])('page %s', async (place) => {
    // Loaded anew: an agent that opens any address of the workspace finds the tools at once.
    const page = await furnished.go(site, place, { anew: site === 'workspace' });
    if (site === 'workspace') {
      await page.waitForSelector('html[data-tools="ready"]', { state: 'attached' });
      const offered = await page.evaluate(async () =>
        (await document.modelContext?.getTools())?.map(({ name }) => name),
      );
      expect(offered?.sort()).toEqual([...tools].sort());
    }
    expect(await audit(page)).toEqual([]);
  });

  test.each(opened[site])('page %s after %s', async (place, ...names) => {
    const page = await furnished.go(site, place);
    await press(page, ...names);
    expect(await audit(page)).toEqual([]);
  });
});

test('the theme menu stays inside a narrow window', async () => {
  const { board } = world;
  await furnished.go('workspace', '/');
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
  const page = await furnished.go('desk', '/');
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
