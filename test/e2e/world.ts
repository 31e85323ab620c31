/**
 * A real browser against a real daemon. It is paired as a person pairs it: a code into the desk, then the workspace page
 * let in at the desk. A person of the rig's own (same name) stands by in Node, to prepare what a test does not look at.
 */
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import type { Client } from '../../src/client/client.ts';
import { findBrowser, launchArgs } from '../browser.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { agentClient, enrolPage, makeAgent, ok, pairPerson } from '../rigs/people.ts';

/** A loaded machine of two cores draws a page in seconds. */
const PATIENCE_MS = 20_000;

export type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface Visit {
  readonly context: BrowserContext;
  /** Exceptions, caught by an error page or not, and blocked content of every page so far: there must be none. */
  readonly faults: readonly string[];
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: [...launchArgs] });
}

export async function newVisit(browser: Browser, options: ContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // A refused or lost request is the page's to show; the browser notes each of them here too.
      const isRequest = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRequest) faults.push(`${page.url()}: ${message.text()}`);
    });
  });
  return { context, faults };
}

/** What a person sees of it: text that the layout hides does not count. */
export function seen(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: the layout is the point
  return locator.innerText();
}

/** Types the code at the desk. `name` is asked only of the first person. */
export async function pairAtDesk(desk: Page, code: string, name?: string): Promise<void> {
  if (name !== undefined) await desk.getByLabel('Your name').fill(name);
  await desk.getByLabel('Code').fill(code);
  await desk.getByRole('button', { name: 'Pair this browser' }).click();
  await desk.getByRole('navigation', { name: 'Pages' }).waitFor();
}

/** From the workspace page over the desk and back, as the page itself leads. */
export async function letWorkspaceIn(page: Page, workspaceUrl: string): Promise<void> {
  await page.goto(workspaceUrl);
  await page.getByRole('button', { name: 'Go to the desk and confirm' }).click();
  await page.getByRole('button', { name: 'It is the same: let it in' }).click();
  await page.waitForURL(`${workspaceUrl}/**`);
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
}

export interface World extends Visit {
  readonly daemon: DaemonProcess;
  readonly browser: Browser;
  /** The same person with a key of the rig's own. */
  readonly person: Client;
  /** And with a lesser one, as their workspace page has: for tasks. */
  readonly member: Client;
  /** Paired, at the inbox. */
  readonly desk: Page;
  /** Let in, at the board. */
  readonly board: Page;
  /** An agent over HTTP with a token made at the desk. */
  agent(label: string): Promise<Client>;
  /** Ends the daemon and starts it again in the same home; `meanwhile` runs while nobody serves it. */
  restart(meanwhile?: (home: string) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface WorldOptions {
  readonly example?: boolean;
  readonly context?: ContextOptions;
}

export async function openWorld({ example = true, context: options = {} }: WorldOptions = {}): Promise<World> {
  const home = makeHome();
  const [first, browser] = await Promise.all([startDaemon(home.path, { example }), launchBrowser()]);
  let daemon = first;
  const person = (await pairPerson(daemon)).at(daemon);
  const member = await enrolPage(daemon, person);
  const visit = await newVisit(browser, options);
  const desk = await visit.context.newPage();
  const { code } = ok(await person.call('start_pairing', { name: 'Test browser' })) as { code: string };
  await desk.goto(daemon.deskUrl);
  await pairAtDesk(desk, code);
  const board = await visit.context.newPage();
  await letWorkspaceIn(board, daemon.url);
  return {
    ...visit,
    get daemon() {
      return daemon;
    },
    browser,
    person,
    member,
    desk,
    board,
    agent: async (label) => agentClient(daemon, await makeAgent(person, label)),
    async restart(meanwhile) {
      await daemon.stop();
      await meanwhile?.(home.path);
      daemon = await startDaemon(home.path);
    },
    async close() {
      await browser.close();
      await daemon.stop();
      await home.remove();
    },
  };
}
