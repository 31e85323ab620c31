/**
 * A real browser against a real daemon. It is paired as a person pairs it: a code into the desk, then the workspace page
 * let in at the desk. A person of the rig's own (same name) stands by in Node, to prepare what a test does not look at.
 */
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import type { Client } from '../../src/client/client.ts';
import { findBrowser, launchArgs } from '../browser.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { agentClient, enrolPage, makeAgent, ok, pairPerson } from '../rigs/people.ts';
import { descendants, homeSecret, leaksIn, leaksInHome, leaksInProcesses, type Secrets } from '../rigs/secrets.ts';

/** A loaded machine of two cores draws a page in seconds. */
const PATIENCE_MS = 20_000;

export type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface Visit {
  readonly context: BrowserContext;
  /** Exceptions, caught by an error page or not, and blocked content of every page so far: there must be none. */
  readonly faults: readonly string[];
  /** Of every request and every page so far. */
  readonly urls: ReadonlySet<string>;
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
  const urls = new Set<string>();
  context.on('request', (request) => urls.add(request.url()));
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => urls.add(frame.url()));
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // A refused or lost request is the page's to show; the browser notes each of them here too.
      const isRequest = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRequest) faults.push(`${page.url()}: ${message.text()}`);
    });
  });
  return { context, faults, urls };
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
  /** What was minted so far, by name. `close` looks for each of them; add what a test mints itself. */
  readonly secrets: Record<string, string>;
  /** An agent over HTTP with a token made at the desk. */
  agent(label: string): Promise<Client>;
  /** Ends the daemon and starts it again in the same home; `meanwhile` runs while nobody serves it. */
  restart(meanwhile?: (home: string) => Promise<void>): Promise<void>;
  /** Throws when a secret is found in a URL, in the home, in what was printed or in a process that was started. */
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
  const secrets: Record<string, string> = { code, home: homeSecret(home.path) };
  let said = '';
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
    secrets,
    async agent(label) {
      const token = await makeAgent(person, label);
      secrets[`the token of ${label}`] = token.secret;
      return agentClient(daemon, token);
    },
    async restart(meanwhile) {
      said += await daemon.stop();
      await meanwhile?.(home.path);
      daemon = await startDaemon(home.path);
    },
    async close() {
      await noSecretsLeft({
        ...{ visit, board, secrets, home: home.path },
        async end() {
          await browser.close();
          return said + (await daemon.stop());
        },
      });
      await home.remove();
    },
  };
}

/** What was minted, and where it could have been left. */
interface Traces {
  readonly visit: Visit;
  readonly board: Page;
  readonly secrets: Secrets;
  readonly home: string;
  /** Ends what was started, and answers what the daemon printed. */
  end(): Promise<string>;
}

/** Ends it all, and throws when a secret is found in a URL, in the home, in what was printed or in a process. */
export async function noSecretsLeft({ visit, board, secrets: minted, home, end }: Traces): Promise<void> {
  const visitor = await visitorOf(board);
  const secrets = { ...minted, ...(visitor && { visitor }) };
  const leaks = [...leaksInProcesses(secrets, descendants())];
  const said = await end();
  leaks.push(...[...visit.urls].flatMap((url) => leaksIn(secrets, `the URL ${url}`, Buffer.from(url))));
  leaks.push(...leaksIn(secrets, 'what the daemon printed', Buffer.from(said)), ...leaksInHome(secrets, home));
  if (leaks.length > 0) throw new Error(`secrets were found:\n${leaks.join('\n')}`);
}

/** What an agent in the workspace page shows to be let in. Undefined where it was taken away, or nothing is loaded. */
async function visitorOf(board: Page): Promise<string | undefined> {
  const kept = await board.evaluate("localStorage.getItem('sidekicks-visitor')").catch(() => null);
  return typeof kept === 'string' ? (JSON.parse(kept) as { readonly secret: string }).secret : undefined;
}
