/**
 * What a person feels: no task over 50 ms and p95 of script and layout within 8 ms a frame, while the board is scrolled
 * and a card is dragged; and how much script a browser loads until the first page stands.
 */
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, letWorkspaceIn, newVisit, pairAtDesk } from '../test/e2e/world.ts';
import { type DaemonProcess, startDaemon } from '../test/rigs/daemon.ts';
import { ok, pairPerson } from '../test/rigs/people.ts';
import { ms, percentile } from './numbers.ts';
import type { Row } from './report.ts';
import { type Frames, framesOf, type TraceEvent } from './trace.ts';

const LONG_MS = 50;
const FRAME_MS = 8;
const FIRST_LOAD_KB = 160;

export async function browserRows(home: string, tasks: number, steps: number): Promise<Row[]> {
  const daemon = await startDaemon(home);
  const browser = await launchBrowser();
  try {
    const { context } = await newVisit(browser);
    const board = await openBoard(context, daemon);
    const scrolled = await traced(browser, board, () => scroll(board, steps));
    const dragged = await traced(browser, board, () => drag(board, steps));
    const loads = await firstLoads(context, daemon, tasks);
    return [
      ...frameRows('scrolling the board', tasks, scrolled),
      ...frameRows('dragging a card', tasks, dragged),
      ...loads,
    ];
  } finally {
    await browser.close();
    await daemon.stop();
  }
}

async function openBoard(context: BrowserContext, daemon: DaemonProcess): Promise<Page> {
  const person = (await pairPerson(daemon)).at(daemon);
  const { code } = ok(await person.call('start_pairing', { name: 'Bench browser' })) as { code: string };
  const desk = await context.newPage();
  await desk.goto(daemon.deskUrl);
  await pairAtDesk(desk, code);
  await desk.close();
  const board = await context.newPage();
  await letWorkspaceIn(board, daemon.url);
  await board.locator('[data-task]').first().waitFor();
  return board;
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', '__metadata'];

export async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.waitForTimeout(500);
  await browser.startTracing(page, { categories });
  await work();
  const text = (await browser.stopTracing()).toString('utf8');
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  return framesOf(traceEvents);
}

async function scroll(page: Page, steps: number): Promise<void> {
  const box = await page.locator('.column-scroll').first().boundingBox();
  if (!box) throw new Error('the board has no column');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let step = 0; step < steps; step++) {
    // Down three, up one: rows come into sight at both ends.
    await page.mouse.wheel(0, step % 4 === 3 ? -300 : 500);
    await page.waitForTimeout(16);
  }
}

/** Across all columns, up and down in each, and let go where it came from. */
async function drag(page: Page, steps: number): Promise<void> {
  const columns = await page.locator('.column-scroll').all();
  const boxes = (await Promise.all(columns.map((column) => column.boundingBox()))).flatMap((box) => box ?? []);
  const card = await page.locator('[data-task]').first().boundingBox();
  if (!card || boxes.length === 0) throw new Error('the board has no card');
  await page.mouse.move(card.x + 40, card.y + 20);
  await page.mouse.down();
  for (let step = 0; step < steps; step++) {
    const box = boxes[Math.floor((step / steps) * boxes.length)] as (typeof boxes)[0];
    const down = (step * 37) % Math.max(1, box.height - 80);
    await page.mouse.move(box.x + box.width / 2, box.y + 40 + down, { steps: 2 });
    await page.waitForTimeout(16);
  }
  await page.mouse.move(card.x + 40, card.y + 20);
  await page.mouse.up();
}

export function frameRows(what: string, tasks: number | null, { frames, tasks: work }: Frames): Row[] {
  const longest = Math.max(0, ...work);
  const p95 = percentile(frames, 0.95);
  return [
    {
      budget: `longest task while ${what} <= ${LONG_MS} ms`,
      tasks,
      floor: `${work.filter((one) => one > LONG_MS).length} over, of ${work.length}`,
      measured: ms(longest),
      ratio: longest / LONG_MS,
    },
    {
      budget: `script + layout a frame while ${what} <= ${FRAME_MS} ms, p95`,
      tasks,
      floor: `${ms(percentile(frames, 0.5))} p50 of ${frames.length} frames`,
      measured: ms(p95),
      ratio: p95 / FRAME_MS,
    },
  ];
}

/** Every script that arrives until the page is at rest, the chunk of its first view included. */
async function firstLoads(context: BrowserContext, daemon: DaemonProcess, tasks: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, url] of [
    ['workspace', daemon.url],
    ['desk', daemon.deskUrl],
  ] as const) {
    const page = await context.newPage();
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
    });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(1000);
    const bodies = await Promise.all(scripts.values());
    await page.close();
    const kb = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
    rows.push({
      budget: `first load of the ${name} <= ${FIRST_LOAD_KB} KB of JS, gzip`,
      tasks,
      floor: '',
      measured: `${kb.toFixed(0)} KB, ${bodies.length} files`,
      ratio: kb / FIRST_LOAD_KB,
    });
  }
  return rows;
}
