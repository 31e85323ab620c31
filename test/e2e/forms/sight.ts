/** By keyboard, in a low and narrow window: whatever has the focus is in sight. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { show } from '../show.ts';
import type { Forms } from './stage.ts';

export function sight(forms: () => Forms): void {
  test.each([
    ['the desk', 'desk', '/delegation', 400, ''],
    ['a dialog', 'desk', '/delegation', 400, 'Set up an agent'],
    ['a dialog whose head and foot stay', 'desk', '/delegation', 560, 'Set up an agent'],
    ['a review', 'desk', '/review', 400, ''],
    ['a task', 'board', '/task/T-8', 400, ''],
    ['the list', 'board', '/list', 400, ''],
  ] as const)('at 360 px, in a low window, nothing of %s hides what has the focus', async (...given) => {
    const { desk, board, review, at } = forms();
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
    const { desk, at } = forms();
    await show(desk, at(desk, '/calendar'));
    await desk.evaluate(() => {
      const bar = document.querySelector<HTMLElement>('.page-head');
      Object.assign(bar?.style ?? {}, { position: 'fixed', inset: '0', zIndex: '9' });
    });
    expect((await hiddenInFocus(desk)).hidden).not.toEqual([]);
  });
}

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
