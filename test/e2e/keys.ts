/** Without a mouse. */
import type { Locator, Page } from 'playwright-core';

export function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element === document.activeElement).catch(() => false);
}

/** Presses Tab until the focus is there, as a person without a mouse does. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(place)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${place}`);
}
