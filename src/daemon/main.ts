/**
 * Wiring of the daemon: home, lock, ports, store, app, edges, in this order, and back in the other. One daemon per
 * home: a second one finds the first.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../app/app.ts';
import { openApp } from '../app/open.ts';
import type { OpenCode } from '../app/pairing-codes.ts';
import type { Store } from '../app/ports.ts';
import { isPairingOpen } from '../core/access/access-commands.ts';
import { done, type Refusal, type Result, refuse } from '../kit/result.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { openDelegationParts } from './delegation.ts';
import { hint, toolLines } from './hint.ts';
import { type Home, openHome } from './home/folder.ts';
import { keepWorkspace, refusalOfLost } from './home/known-workspace.ts';
import { type DaemonInfo, type Lock, takeLock } from './home/lock.ts';
import { bindPair } from './home/ports.ts';
import { homeSecret } from './home/secret.ts';
import { openEdges } from './http/edges.ts';
import { createOriginServers } from './http/server.ts';
import { type Log, LogFile } from './log.ts';
import { keepHeapSmall } from './memory.ts';
import { pagesFolder, playbooksFolder } from './place.ts';
import { waitForDaemon } from './reach.ts';
import { recoverHome } from './recover.ts';
import { version } from './version.ts';

export interface StartOptions {
  readonly home: string;
  /** undefined = the stored pair or 4141; 0 = the stored pair or any free one. */
  readonly port?: number | undefined;
  /** A new home starts without the example. */
  readonly empty?: boolean;
  /** Void every key, token, approval and grant first. */
  readonly recover?: boolean;
}

export interface Daemon {
  readonly info: DaemonInfo;
  readonly log: Log;
  /** When the log ends, if that is more than five minutes ahead of this computer's clock. */
  readonly logEndsAhead: string | null;
  /** Null once somebody has paired, until `recover`. */
  openPairing(): OpenCode | null;
  /** Resolves when somebody asked the daemon to stop. */
  readonly stopRequested: Promise<void>;
  /** Idempotent; resolves when everything is closed and the lock is free. */
  close(): Promise<void>;
}

export type Started =
  | { readonly kind: 'started'; readonly daemon: Daemon }
  | { readonly kind: 'running'; readonly info: DaemonInfo };

export async function startDaemon(options: StartOptions): Promise<Result<Started>> {
  const home = openHome(options.home);
  if (!home.ok) return home;
  keepHeapSmall();
  const taken = takeLock(home.value, version);
  if (!taken.taken) return findRunning(home.value, taken.holder.pid, options.port);
  try {
    const opened = await openDaemon(home.value, taken.lock, options);
    if (!opened.ok) taken.lock.release();
    return opened;
  } catch (error) {
    taken.lock.release();
    throw error;
  }
}

async function findRunning(home: Home, pid: number, port: number | undefined): Promise<Result<Started>> {
  const info = await waitForDaemon(home);
  if (!info) return refuse(notAnswering(pid));
  if (info.version !== version) {
    return refuse({
      code: 'version_mismatch',
      message: `Version ${info.version} runs as process ${info.pid}; this is ${version}.`,
      next: `Stop it, then start this one: ${hint('stop', home.path)}`,
    });
  }
  if (port !== undefined && port !== 0 && port !== info.port) {
    return refuse({
      code: 'port_fixed',
      message: `This home is served on port ${info.port} already, by process ${info.pid}.`,
      next: 'Leave --port out: keys of browsers belong to the port that the home started with.',
    });
  }
  return done({ kind: 'running', info });
}

function notAnswering(pid: number): Refusal {
  return {
    code: 'home_in_use',
    message: `Process ${pid} holds this home and does not answer.`,
    next: `Wait for it, or end it: kill ${pid}`,
  };
}

/** What was opened, to be closed in the other order, also when the next step fails. */
type Closing = (() => Promise<void> | void)[];

async function openDaemon(home: Home, lock: Lock, options: StartOptions): Promise<Result<Started>> {
  const closing: Closing = [() => lock.release()];
  const close = once(async () => {
    for (const step of closing.reverse()) await step();
  });
  const refused = async (refusal: Refusal): Promise<Result<Started>> => {
    await close();
    return refuse(refusal);
  };
  try {
    const servers = { workspace: createOriginServers(), desk: createOriginServers() };
    const bound = await bindPair(home, options.port, (origin) => servers[origin].make());
    if (!bound.ok) return bound;
    closing.push(() => bound.value.close());
    const log = new LogFile(join(home.path, 'logs'));
    closing.push(() => log.close());
    const lost = refusalOfLost(home);
    if (lost && !existsSync(home.database)) return await refused(lost);
    const store = await openSqliteStore({ file: home.database, appVersion: version });
    closing.push(() => store.close());
    if (lost && (await store.workspaces()).length === 0) return await refused(lost);
    if (options.recover) await recoverHome(home, store);
    const urls = { workspace: urlOf(bound.value.port), desk: urlOf(bound.value.deskPort) };
    const app = await openHomeApp({ ...options, home, store, log, urls });
    closing.push(() => app.close());
    keepWorkspace(home, app.workspaceId);
    const stop = signalOnce();
    const secret = homeSecret(home);
    const edges = openEdges({
      app,
      clock: { now: Date.now },
      log,
      version,
      home: { path: home.path, blobs: home.blobs, secret: () => secret },
      urls,
      servers,
      pages: (origin) => join(pagesFolder, origin),
      requestStop: stop.fire,
    });
    closing.push(() => edges.close());
    const info = infoOf(home, bound.value.port, urls);
    lock.publish(info);
    log.info(`started ${version}, process ${process.pid}, ports ${bound.value.port} and ${bound.value.deskPort}`);
    closing.push(() => log.info('stopping'));
    const openPairing = () => (isPairingOpen(app.state()) ? app.credentials.pairing.open({ who: 'first' }) : null);
    const logEndsAhead = app.logEndsAhead();
    if (logEndsAhead) log.info(`the log ends at ${logEndsAhead}, ahead of this computer's clock`);
    const daemon: Daemon = { info, log, logEndsAhead, openPairing, stopRequested: stop.fired, close };
    return done({ kind: 'started', daemon });
  } catch (error) {
    await close();
    throw error;
  }
}

interface HomeApp {
  readonly home: Home;
  readonly store: Store;
  readonly log: Log;
  readonly urls: { readonly workspace: string; readonly desk: string };
  readonly empty?: boolean;
}

/** The app with what carries runs out. A worker's call finds the app only once it is open. */
async function openHomeApp({ home, store, log, urls, empty }: HomeApp): Promise<App> {
  const opened: { app: App | null } = { app: null };
  const delegation = await openDelegationParts(home, log, () => opened.app);
  opened.app = await openApp({
    delegation,
    store,
    urls: { workspaceUrl: urls.workspace, deskUrl: urls.desk },
    lines: toolLines(home.path),
    playbooks: playbooksFolder,
    ...(empty !== undefined && { empty }),
  });
  return opened.app;
}

function infoOf(home: Home, port: number, urls: { readonly workspace: string; readonly desk: string }): DaemonInfo {
  const startedAt = new Date().toISOString();
  return { url: urls.workspace, deskUrl: urls.desk, port, pid: process.pid, home: home.path, version, startedAt };
}

function urlOf(port: number): string {
  return `http://localhost:${port}`;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}

function signalOnce(): { readonly fired: Promise<void>; readonly fire: () => void } {
  let fire: () => void = () => undefined;
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fired, fire };
}
