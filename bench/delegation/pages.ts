/** Pages of the desk in Chromium, scrolled by the wheel and by jumps, as the bar is dragged. */
import type { Browser, Page } from 'playwright-core';
import { grant, type Scene, settle } from '../../test/delegation/scene.ts';
import { launchBrowser, newVisit, pairAtDesk } from '../../test/e2e/world.ts';
import { ok } from '../../test/rigs/people.ts';
import { frameRows, traced } from '../browser.ts';
import type { Row } from '../report.ts';

export const STEPS = 100_000;

/** `runId` waits for its grant. */
export async function logPageRows(scene: Scene, runId: string, wheels: number): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const page = await openDesk(browser, scene);
    await grant(scene);
    await settle(scene, runId, ({ run }) => run.status === 'running');
    await openLog(page, scene, runId);
    const live = await traced(browser, page, () => scroll(page, '.log-scroll', wheels));
    ok(await scene.desk().call('cancel_run', { runId }));
    await settle(scene, runId);
    await openLog(page, scene, runId);
    const over = await traced(browser, page, () => scroll(page, '.log-scroll', wheels));
    const first = Number(await page.locator('.log-row').first().getAttribute('aria-posinset'));
    if (!(first > 1)) throw new Error('the log was not scrolled');
    const what = 'scrolling a log of 100,000 steps';
    return [...frameRows(`${what}, the run on`, null, live), ...frameRows(`${what}, the run over`, null, over)];
  } finally {
    await browser.close();
  }
}

/** The runs page, whose pages of fifty are read as they come near. */
export async function listPageRows(scene: Scene, what: string, wheels: number): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const page = await openDesk(browser, scene);
    await page.goto(`${scene.daemon.deskUrl}/runs`);
    await page.locator('.run-row').first().waitFor();
    const frames = await traced(browser, page, () => scroll(page, '.run-scroll', wheels));
    return frameRows(`scrolling ${what}`, null, frames);
  } finally {
    await browser.close();
  }
}

async function openDesk(browser: Browser, scene: Scene): Promise<Page> {
  const { context } = await newVisit(browser);
  const { code } = ok(await scene.desk().call('start_pairing', { name: 'Bench browser' })) as { code: string };
  const page = await context.newPage();
  await page.goto(scene.daemon.deskUrl);
  await pairAtDesk(page, code);
  return page;
}

async function openLog(page: Page, scene: Scene, runId: string): Promise<void> {
  await page.goto(`${scene.daemon.deskUrl}/run/${runId}`);
  await page.locator('.log-row').first().waitFor();
  const size = Number(await page.locator('.log-row').first().getAttribute('aria-setsize'));
  if (size < STEPS) throw new Error(`the log shows ${size} steps`);
  await page.locator('.log-scroll').scrollIntoViewIfNeeded();
}

function jump(element: unknown, share: number): void {
  const place = element as { scrollTop: number; readonly scrollHeight: number };
  place.scrollTop = share * place.scrollHeight;
}

async function scroll(page: Page, place: string, wheels: number): Promise<void> {
  const list = page.locator(place);
  const box = await list.boundingBox();
  if (!box) throw new Error(`${place} is not in sight`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let step = 0; step < wheels; step++) {
    if (step % 10 === 9) await list.evaluate(jump, ((step * 37) % 100) / 100);
    else await page.mouse.wheel(0, step % 4 === 3 ? -300 : 500);
    await page.waitForTimeout(16);
  }
}
