/**
 * axe-core on a page as it is served. Its source comes in over CDP, which no content policy of a page concerns, so nothing
 * has to be switched off for it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every violation, one line each, with the element; empty is what it should be. Without `rules`, of every rule. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(' ').trim();
      return `${id}: ${target.join(' ')}: ${why}`;
    }),
  );
}

/** What the page, as it stands, has for axe to find and would have to be scrolled sideways: wide in both themes, and narrow. */
export async function audit(page: Page): Promise<string[]> {
  const found: string[] = [];
  const look = async (width: number, colorScheme: 'light' | 'dark', rules?: readonly string[]) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (Number(wide) > 0) found.push(`${width} px: ${wide} px wider than the window`);
    const cut = await page
      .locator('dialog[open] .dialog-body')
      .evaluateAll((bodies) =>
        bodies.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth).filter((pixels) => pixels > 0),
      );
    if (cut.length > 0) found.push(`${width} px: ${cut} px wider than the dialog`);
    found.push(...(await violations(page, rules)).map((line) => `${colorScheme}, ${width} px: ${line}`));
  };
  await look(1280, 'light');
  // A theme changes nothing but colours, and those are the same at every width. They are nine tenths of the time.
  await look(1280, 'dark', ['color-contrast']);
  await look(360, 'dark');
  return found;
}
