/** How a test goes from page to page. */
import type { Page } from 'playwright-core';

/**
 * Opens an address, wide and in front: a tab behind another draws a frame a second, and a press waits for two. `anew`
 * loads the document; otherwise it goes there from where it is.
 */
export async function show(page: Page, url: string, { anew = false } = {}): Promise<void> {
  await page.bringToFront();
  await page.setViewportSize({ width: 1280, height: 800 });
  if (anew || !(await walk(page, new URL(url)))) await page.goto(url);
  // Looked for every frame; a locator looks every half second after its first few tries.
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.loading'));
}

/** From page to page of one document as a link leads; false when the document has to be loaded. */
async function walk(page: Page, { origin, pathname }: URL): Promise<boolean> {
  const now = new URL(page.url());
  const isHere = (await page.locator('.shell').count()) > 0 && (await page.locator('dialog[open]').count()) === 0;
  if (!isHere || now.origin !== origin || now.pathname === pathname) return false;
  const before = await page.title();
  await page.evaluate((path) => history.pushState({}, '', path), pathname);
  // Every page has a title of its own, set when it is drawn.
  await page.waitForFunction((title) => document.title !== title, before);
  return true;
}
