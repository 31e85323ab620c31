/** Which keys and tokens have access, as the desk names them: by what each browser and agent itself holds. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePersonKey } from '../../src/client/credential.ts';
import { program } from '../rigs/daemon.ts';
import { makeAgent, ok } from '../rigs/people.ts';
import { overStdio } from '../surfaces/over-mcp.ts';
import { refused } from '../surfaces/surface.ts';
import { section } from './delegation/stage.ts';
import { keepPictures } from './pictures.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

let world: World;
let desk: Page;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld({ example: false });
  desk = world.desk;
});

afterAll(() => world?.close());

async function openAccess(): Promise<void> {
  await show(desk, `${world.daemon.deskUrl}/access`, { anew: true });
  await section(desk, 'Browsers').getByRole('listitem').first().waitFor();
}

const access = async () => ok(await world.person.call('read_access', {}));

/** Said anew here, not with the page's own function: 64 bits of SHA-256 in fours. */
const inFours = (hex: string) => hex.slice(0, 16).toUpperCase().match(/.{4}/g)?.join(' ') ?? '';

/** The fingerprint of the key that a page holds, from the bytes of the key itself. */
async function heldBy(page: Page): Promise<string> {
  return inFours(
    await page.evaluate(async () => {
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((done, failed) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => failed(request.error);
        });
      const database = await answer(indexedDB.open('sidekicks'));
      const key = await answer(database.transaction('keys').objectStore('keys').get('page'));
      database.close();
      const binary = atob((key as { publicKey: string }).publicKey.replaceAll('-', '+').replaceAll('_', '/'));
      const hash = await crypto.subtle.digest(
        'SHA-256',
        Uint8Array.from(binary, (char) => char.charCodeAt(0)),
      );
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }),
  );
}

/** The row of what has this name and, of a browser, this place. */
function row(title: string, ...words: readonly string[]) {
  const rows = section(desk, title).getByRole('listitem');
  return words.reduce((found, one) => found.filter({ hasText: one }), rows);
}

test('each browser stands with the fingerprint of the very key that it holds', async () => {
  await openAccess();
  const [atDesk, atBoard] = [await heldBy(desk), await heldBy(world.board)];
  expect(atDesk).not.toBe(atBoard);
  expect(await seen(row('Browsers', 'desk, this browser').locator('code'))).toBe(atDesk);
  const page = row('Browsers', 'Chrome', 'workspace page');
  expect(await seen(page.locator('code'))).toBe(atBoard);
});

test('and so does every key that the daemon knows, no more and no fewer', async () => {
  const { keys } = await access();
  expect(keys.length).toBe(4);
  const shown = await section(desk, 'Browsers').locator('code').allTextContents();
  expect(shown.sort()).toEqual(keys.map(({ id }) => inFours(id)).sort());
});

test('a workspace page that is let in stands there as the desk said while it asked', async () => {
  const { publicKey } = await makePersonKey();
  const fragment = new URLSearchParams({ key: publicKey, back: world.daemon.url });
  const page = await world.context.newPage();
  await page.goto(`${world.daemon.deskUrl}/enrol#${fragment}`);
  const said = await seen(page.getByRole('figure').locator('code'));
  await page.getByLabel('Name of this browser').fill('Another browser');
  await page.getByRole('button', { name: 'It is the same: let it in' }).click();
  await page.waitForURL(`${world.daemon.url}/**`);
  await page.close();
  const browser = row('Browsers', 'Another browser');
  expect(await seen(browser.locator('code'))).toBe(said);
  // Removed by that name, and by no other.
  await browser.getByRole('button', { name: `Remove Another browser, key ${said}` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
  await desk.getByText('1 removed browser').click();
  expect(await seen(browser.locator('code'))).toBe(said);
  const removed = (await access()).keys.filter(({ revokedAt }) => revokedAt !== null);
  expect(removed.map(({ id }) => inFours(id))).toEqual([said]);
});

test('each token stands with the end of its id, before it is allowed and after, and with its trail', async () => {
  const made = await makeAgent(world.person, 'claude');
  world.secrets.claude = made.secret;
  const args = [program, 'mcp', '--as', 'codex', '--home', world.daemon.home];
  const codex = await overStdio({ era: 'modern', command: process.execPath, args });
  expect(await refused(codex, 'get_workspace_state', {})).toMatchObject({ code: 'token_waiting' });
  await openAccess();
  const { tokens } = await access();
  const idOf = (label: string) => tokens.find((token) => token.label === label)?.id ?? '';
  expect(idOf('claude')).toBe(made.id);
  for (const { label, id } of tokens) {
    expect(await seen(row('Agents', label).locator('code').first()), label).toBe(id.slice(-6));
  }
  const waiting = row('Agents', 'codex', 'asked');
  await waiting.getByRole('button', { name: 'Allow' }).click();
  const allowed = row('Agents', 'codex', 'proposals open');
  expect(await seen(allowed.locator('code').first())).toBe(idOf('codex').slice(-6));
  await codex.close();
  await row('Agents', 'claude').getByRole('link', { name: 'claude' }).click();
  await desk.getByText(`Token ${made.id.slice(-6)}, 0 of 20 proposals open, made by Mara`).waitFor();
  expect(desk.url()).toBe(`${world.daemon.deskUrl}/access/${made.id}`);
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
