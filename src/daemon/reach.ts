/**
 * How programs of this installation find the daemon of a home, make sure that it is the one (it proves that it knows the
 * home's secret before any token is sent to it), and start it when there is none.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../kit/json.ts';
import { done, type Refusal, type Result, refuse } from '../kit/result.ts';
import { refusalCodes } from '../protocol/codes.ts';
import { daemonProof, homeProof, isProof } from './auth/home-proof.ts';
import { hint } from './hint.ts';
import { type Home, makeFolder, openHome } from './home/folder.ts';
import { type DaemonInfo, holderOf, runningDaemon } from './home/lock.ts';
import { readIfThere } from './home/private-file.ts';
import { homeSecret } from './home/secret.ts';
import { ownCommand } from './place.ts';
import { refused } from './refusals.ts';

export type { DaemonStatus } from './http/local-routes.ts';

export interface Reached extends DaemonInfo {
  /** Where to send requests: the address itself, which needs no name to be resolved. */
  readonly address: string;
  readonly secret: Uint8Array;
}

/** A daemon opens a store of 10,000 tasks in about half a second; a loaded machine may need ten times that. */
const START_MS = 20_000;
/** Its own grace for answers under way is 3 s. */
const STOP_MS = 10_000;
const POLL_MS = 50;

export async function reachDaemon(options: {
  readonly home: string;
  readonly start: boolean;
  /** Is told when a daemon was started for this: it stays when the caller has gone. One line, not for standard output. */
  readonly say?: (line: string) => void;
}): Promise<Result<Reached>> {
  const home = openHome(options.home);
  if (!home.ok) return home;
  const isThere = runningDaemon(home.value) !== null || holderOf(home.value) !== null;
  if (!isThere && !options.start) return refuse(notRunning(home.value));
  const child = isThere ? null : spawnDaemon(home.value);
  const info = await waitForDaemon(home.value, () => child?.exitCode === null || child?.exitCode === 0 || isThere);
  if (!info) return refuse(notStarted(home.value, child !== null));
  if (child?.pid === info.pid) options.say?.(startedWords(info));
  return done({ ...info, address: addressOf(info), secret: homeSecret(home.value) });
}

function startedWords({ url, deskUrl, home }: DaemonInfo): string {
  return `Sidekicks now runs in the background: ${url}, desk ${deskUrl}. It stays; to stop it: ${hint('stop', home)}`;
}

/** Whether a process holds the home, ready or not. */
export function isDaemonThere(path: string): boolean {
  const home = openHome(path);
  return home.ok && holderOf(home.value) !== null;
}

/** The daemon of this home, once it answers; null when it does not in time, or there is nothing more to wait for. */
export async function waitForDaemon(home: Home, isHope: () => boolean = () => true): Promise<DaemonInfo | null> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(POLL_MS)) {
    const info = runningDaemon(home);
    if (info && (await isHealthy(info))) return info;
    if (!isHope()) return null;
  }
  return null;
}

async function isHealthy(info: DaemonInfo): Promise<boolean> {
  try {
    return (await fetch(`${addressOf(info)}/healthz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

function addressOf({ port }: DaemonInfo): string {
  return `http://127.0.0.1:${port}`;
}

function notRunning({ path }: Home): Refusal {
  return { code: 'not_running', message: `No daemon runs in ${path}.`, next: `Start it: ${hint('', path)}` };
}

function notStarted(home: Home, isOurs: boolean): Refusal {
  const said = isOurs ? (readIfThere(startLog(home))?.toString('utf8').trim() ?? '') : '';
  const refusal = refusalIn(said);
  if (refusal) return refusal;
  return {
    code: 'not_started',
    message: said || `The daemon of ${home.path} does not answer.`,
    next: `Run ${hint('doctor', home.path)} and read ${join(home.path, 'logs')}`,
  };
}

/** Why our own start was refused, so that nobody reads one refusal inside another: as `sayRefusal` writes it. */
function refusalIn(said: string): Refusal | null {
  const [, message, code, next] = /^sidekicks: (.+) \((\w+)\)\n([^\n]+)$/.exec(said) ?? [];
  return message && next && code && code in refusalCodes ? { code, message, next } : null;
}

/** What a daemon says on standard error that no terminal shows. */
function startLog(home: Home): string {
  return join(home.path, 'logs', 'start.log');
}

/** Two that start one at once are no problem: the lock lets one in, the other finds it and ends. */
function spawnDaemon(home: Home): ChildProcess {
  makeFolder(join(home.path, 'logs'));
  const log = openSync(startLog(home), 'w', 0o600);
  const [program, ...args] = ownCommand;
  const child = spawn(program, [...args, '--no-open', '--home', home.path], {
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: cleanEnvironment(),
  });
  closeSync(log);
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/** An agent's environment holds keys of its own; a daemon that outlives it must not carry them. */
const KEPT = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP)$/,
  /^XDG_(DATA|CONFIG|CACHE|STATE|RUNTIME)_(HOME|DIR)$/,
  /^(SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|ComSpec|PATHEXT|windir)$/i,
  /^SIDEKICKS_SQLITE$/,
];

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.some((kept) => kept.test(name))));
}

/** Calls a local route. Thrown: that the daemon is gone. Refused `not_ours`: another program answers on its port. */
export async function askLocal<T>(daemon: Reached, verb: string, body: object = {}): Promise<Result<T>> {
  const nonce = await freshNonce(daemon);
  const target = `/local/${verb}`;
  const text = JSON.stringify(body);
  // The daemon knows itself by its one name, whatever address it was reached under.
  const request = { method: 'POST', target: `${daemon.url}${target}`, bodyHash: sha256(text), nonce };
  const response = await fetch(`${daemon.address}${target}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sidekicks-home': homeProof(daemon.secret, request),
      'x-sidekicks-nonce': nonce,
    },
    body: text,
    redirect: 'error',
  });
  const answer = (await response.json()) as T & { readonly error?: Refusal };
  const isOurs = isProof(response.headers.get('x-sidekicks-proof') ?? '', daemonProof(daemon.secret, nonce));
  if (!isOurs) return answer.error ? { ok: false, refusal: answer.error } : refuse(notOurs(daemon));
  return answer.error ? { ok: false, refusal: answer.error } : done(answer);
}

/** Asks it to end and waits until its home is free. */
export async function stopDaemon(daemon: Reached): Promise<Result<null>> {
  const asked = await askLocal(daemon, 'stop');
  if (!asked.ok) return asked;
  const home = openHome(daemon.home);
  if (!home.ok) return home;
  for (const end = Date.now() + STOP_MS; Date.now() < end; await sleep(POLL_MS)) {
    if (holderOf(home.value)?.pid !== daemon.pid) return done(null);
  }
  const message = `Process ${daemon.pid} did not end within ${STOP_MS / 1000} seconds.`;
  return refuse({ code: 'not_stopped', message, next: `End it: kill ${daemon.pid}` });
}

async function freshNonce(daemon: Reached): Promise<string> {
  const response = await fetch(`${daemon.address}/api/nonces`, { redirect: 'error' });
  const { nonces } = (await response.json()) as { readonly nonces?: readonly string[] };
  return nonces?.[0] ?? '';
}

function notOurs({ port, home }: DaemonInfo): Refusal {
  return refused('internal', {
    message: `Another program answers on port ${port} in place of the daemon.`,
    next: `Find and stop it, then start the daemon again: ${hint('', home)}`,
  }).refusal;
}
