/**
 * Every route of both origins: what a page's own script presses does nothing, what cannot be read is said, and so is a
 * daemon that is gone.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/protocol/table.ts';
import { ok } from '../rigs/people.ts';
import { pressByScript } from './attacks.ts';
import { violations } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { type Furnished, firstOf, furnish, opened, places, press, type Site } from './places.ts';
import { openWorld, type World } from './world.ts';

const sites = ['workspace', 'desk'] as const;

let world: World;
let furnished: Furnished;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  furnished = await furnish(world);
});

afterAll(() => world?.close());

const pageOf = (site: Site) => (site === 'desk' ? world.desk : world.board);

describe.each(sites)('a control of the %s that a script presses does nothing', (site) => {
  // A link only leads elsewhere; the cards of the board, which a person drags, have a test of their own.
  const CONTROLS = 'button, [role="button"], [role="option"], input[type="checkbox"], select, summary';
  // A draft is what was typed, and the test types it.
  const acts: ReadonlySet<string> = new Set(
    operations.filter(({ kind, name }) => kind === 'act' && name !== 'save_draft').map(({ name }) => name),
  );
  const asked: string[] = [];
  let pressed = 0;

  beforeAll(() => {
    world.context.on('request', (request) => {
      const name = new URL(request.url()).pathname.replace('/api/', '');
      if (request.method() !== 'POST' || !acts.has(name)) return;
      // A dialog that a person opened asks what would be done.
      const { preview } = request.postDataJSON() as { readonly preview?: boolean };
      if (preview !== true) asked.push(name);
    });
  });

  const seq = async () => ok(await world.person.call('read_workspace', {})).seq;

  async function pressAll(page: Page, place: string, ...names: readonly string[]): Promise<void> {
    // What was opened before is not to stand in the way.
    await furnished.go(site, place, { page, anew: names.length > 0 });
    // The words typed below are kept as a draft: with them a real press would reject.
    await press(page, ...names.filter((name) => name !== 'Reject'));
    // A button that waits for words is not to be spared for want of them. A field may go when another is filled.
    const fields = await page.locator('textarea:visible, input:not([type]):visible').elementHandles();
    for (const field of fields) await field.fill('Words', { timeout: 1_000 }).catch(() => undefined);
    // All at one blow, before the page can draw anything else.
    pressed += Number(
      await page.evaluate(`{
        const controls = [...document.querySelectorAll(${JSON.stringify(CONTROLS)})];
        for (const control of controls) (${pressByScript})(control);
        controls.length;
      }`),
    );
    // Whatever was asked for by then has been sent.
    await page.evaluate(() => fetch('/api/hello').then((answer) => answer.text()));
  }

  test('on every route, with everything opened that opens', async () => {
    const before = await seq();
    // A page of its own: what was typed into it is nobody's.
    const page = await world.context.newPage();
    for (const place of places[site]) await pressAll(page, place);
    for (const [place, ...names] of opened[site]) await pressAll(page, place, ...names);
    await page.close();
    console.log(`${site}: ${pressed} controls pressed by script`);
    expect(pressed).toBeGreaterThan(200);
    expect(asked).toEqual([]);
    expect(await seq()).toBe(before);
  });

  test('and one that obeyed would be found', async () => {
    const page = await furnished.go(site, '/');
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.id = 'obedient';
      button.addEventListener('click', () => void fetch('/api/undo_change', { method: 'POST', body: '{}' }));
      document.querySelector('main')?.append(button);
    });
    await page.locator('#obedient').evaluate(pressByScript);
    await expect.poll(() => asked).toContain('undo_change');
  });
});

function besideAtDesk(place: string): readonly string[] {
  if (place.startsWith('/access')) return [];
  return ['read_access', ...(place === '/' ? ['read_proposal'] : [])];
}

describe.each(sites)('a page of the %s that cannot be read', (site) => {
  test('says so on every route, and axe finds nothing', async () => {
    const page = pageOf(site);
    const said = page.getByRole('main').getByText('Sidekicks does not answer.').first();
    // Read beside the page itself, for a count or a banner; the page of the tools is about them.
    const beside = (place: string) =>
      site === 'desk' ? besideAtDesk(place) : place === '/agents' ? [] : ['read_tools'];
    let broken = 0;
    for (const place of firstOf(site)) {
      let lost = 0;
      await page.route(/\/api\/(read|get|search)_(?!workspace)\w+$/, (route) => {
        const { pathname } = new URL(route.request().url());
        // What pages say when they cannot read of runs is in delegation/breaking.ts.
        const ofRuns = /read_(inbox|runs?|run_log|usage|delegation)$/.test(pathname);
        if (!ofRuns && !beside(place).some((name) => pathname.endsWith(name))) lost += 1;
        return route.abort();
      });
      await furnished.go(site, place, { anew: true });
      if (lost > 0) {
        await said.waitFor();
        broken += 1;
      }
      expect(await violations(page), place).toEqual([]);
      await page.unrouteAll();
    }
    expect(broken).toBeGreaterThan(3);
  });
});

test('without the daemon every route says so, and axe finds nothing', async () => {
  const [start] = firstOf('desk').slice(-1);
  for (const site of sites) await furnished.go(site, start ?? '');
  await world.daemon.kill();
  for (const site of sites) {
    const page = pageOf(site);
    // A run without its daemon is in delegation/breaking.ts: its title is the run's, which cannot be read any more.
    for (const place of firstOf(site).filter((one) => !one.startsWith('/run/'))) {
      await furnished.go(site, place);
      await page.getByText('The connection to Sidekicks is lost.').waitFor();
      expect(await violations(page), place).toEqual([]);
    }
  }
});

test('no page threw; what was blocked are the forms around what was pressed', () => {
  expect(world.faults.filter((fault) => !fault.includes("form-action 'none'"))).toEqual([]);
});
