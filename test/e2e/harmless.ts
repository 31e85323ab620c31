/** Texts that lie, and what a page may never make of them. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { show } from './show.ts';
import { seen } from './world.ts';

export const RTL = '\u202e';
const ZERO_WIDTH = '\u200b';
export const BELL_AND_RED = '\u001b[31m';
export const IMAGE = '<img src=x onerror="window.owned=1">';
/** Reads as if it ended in "safe.txt", without the override as what it is. */
export const LIE = `Delete all${RTL}txt.efas${ZERO_WIDTH}`;
export const MARKDOWN = [
  `# ${LIE}`,
  IMAGE,
  '<svg onload="window.owned=2"><script>window.owned=3</script></svg>',
  '[a script](javascript:window.owned=4) [entity](&#106;avascript:window.owned=5)',
  '[data](data:text/html,<script>window.owned=6</script>) [fine](https://example.org/?q=1)',
  '![a picture](http://127.0.0.1:1/pixel.png)',
  '<a href="https://example.org" onclick="window.owned=7" style="position:fixed;inset:0">over everything</a>',
  '<form action="/api/x"><button>Approve</button></form>',
  '| a | b |\n|---|---|\n| <b onmouseover=owned=8>x</b> | `code` |',
].join('\n\n');

export async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    owned: (window as { owned?: number }).owned ?? null,
    images: document.querySelectorAll('main img, main svg script, main form, main iframe, main [style*="position"]')
      .length,
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ protocol }) => protocol)
      .filter((it) => !/^https?:$/.test(it)),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(found).toEqual({ owned: null, images: 0, handlers: [], links: [], wide: 0 });
  const shown = `${await page.title()} ${await seen(page.locator('body'))}`;
  for (const hidden of [RTL, ZERO_WIDTH, '\u001b']) expect(shown.includes(hidden)).toBe(false);
}

/** The page as it stands, wide and narrow. The hidden override is shown, so none is passed that shows nothing of it. */
export async function expectHarmlessHere(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('main').getByText('U+202E').first().waitFor();
    await expectHarmless(page);
  }
}

export async function expectHarmlessAt(page: Page, url: string): Promise<void> {
  await show(page, url, { anew: true });
  await expectHarmlessHere(page);
}
