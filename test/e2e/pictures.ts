/** After a failed test, a picture and the text of every page that is open, in `.cache/e2e`: what a person would look at. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterEach } from 'vitest';
import { root } from '../rigs/daemon.ts';

const folder = join(root, '.cache/e2e');

/** Call once per file; `browser` answers undefined while there is none. */
export function keepPictures(browser: () => Browser | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    mkdirSync(folder, { recursive: true });
    const pages =
      browser()
        ?.contexts()
        .flatMap((context) => context.pages()) ?? [];
    for (const [at, page] of pages.entries()) {
      const file = join(folder, `${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}`);
      // A page that hangs may be what the test is about: it must not hang the run.
      await page.bringToFront().catch(() => undefined);
      await page.screenshot({ path: `${file}.png`, timeout: 5_000 }).catch(() => undefined);
      const text = await page.evaluate('document.body.innerText').catch(String);
      writeFileSync(`${file}.txt`, `${page.url()}\n\n${text}\n`);
    }
  });
}
