/**
 * axe-core on a page as it is served. Its source comes in over CDP, which no content policy of a page concerns, so nothing
 * has to be switched off for it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every violation of every rule, one line each, with the elements; empty is what it should be. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const results = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n').at(-1)?.trim()}`,
    ),
  );
}

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 360 },
] as const;

/** The same page in both themes, wide and narrow: what axe finds, and what would have to be scrolled sideways. */
export async function audit(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (Number(wide) > 0) found.push(`${width} px: ${wide} px wider than the window`);
    found.push(...(await violations(page)).map((line) => `${colorScheme}, ${width} px: ${line}`));
  }
  return found;
}
