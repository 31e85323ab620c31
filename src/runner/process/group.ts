/**
 * A child process in a group and session of its own. Owns its start, its standard streams and its end; knows neither
 * jails nor agents. Never uses a shell, never passes on the daemon's environment.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { done, type Result, refuse } from '../../kit/result.ts';
import { identify, type ProcessIdentity } from './identity.ts';
import { insteadOfInherited } from './inherited.ts';
import { killGroup } from './kill.ts';
import { keepTail } from './tail.ts';

/** A jail keeps it from those inside: they end with the jail. */
export const markName = 'SIDEKICKS_GROUP';

export interface GroupOptions {
  readonly cwd: string;
  /** The whole environment, but for the mark by which its processes are known. */
  readonly env: Readonly<Record<string, string>>;
  /** talk: stdin is a pipe. listen: stdin is empty. Default: talk. */
  readonly stdio?: 'talk' | 'listen';
  /** Aborting kills the group at once. */
  readonly signal?: AbortSignal;
}

export interface Exit {
  /** null = ended by a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Group {
  readonly identity: ProcessIdentity;
  /** Written to after its end, it swallows. */
  readonly stdin: Writable | null;
  /** Paused until read; unread output holds the child up, never the daemon's memory. */
  readonly stdout: Readable;
  /** The end of standard error, at most 64 KiB. */
  stderrTail(): string;
  /** When the leader has ended; grandchildren may live on until close(). */
  readonly exited: Promise<Exit>;
  /** Kills whatever is left of the group and waits until it is gone; what it wrote can still be read. Idempotent. */
  kill(graceMs?: number): Promise<void>;
  /** kill(), and no more output. Idempotent. */
  close(graceMs?: number): Promise<void>;
}

/** Refused `process_not_started` when the program is missing or may not run, or cannot be given what it should get. */
export async function spawnGroup(argv: readonly string[], options: GroupOptions): Promise<Result<Group>> {
  const [file, ...args] = argv;
  if (file === undefined) throw new Error('spawnGroup needs a program');
  options.signal?.throwIfAborted();
  const mark = randomUUID();
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...options.env, [markName]: mark },
      stdio: [options.stdio === 'listen' ? 'ignore' : 'pipe', 'pipe', 'pipe', ...insteadOfInherited()],
      detached: true,
    });
  } catch (error) {
    // A NUL in an argument, more arguments than the system takes: no event tells those.
    return notStarted(file, error as Error);
  }
  const failure = await startFailure(child);
  if (failure) return notStarted(file, failure);
  return done(groupOf(child, mark, options.signal));
}

function startFailure(child: ChildProcess): Promise<Error | null> {
  return new Promise((resolve) => {
    child.once('error', resolve);
    child.once('spawn', () => {
      child.off('error', resolve);
      resolve(null);
    });
  });
}

function groupOf(child: ChildProcess, mark: string, signal: AbortSignal | undefined): Group {
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || !stdout || !stderr) throw new Error('a started process has a number and streams');
  // One that ended already keeps its number until Node has waited for it, which is after this turn.
  const identity = identify(pid) ?? { pid, started: 'ended' };
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, by) => resolve({ code, signal: by })));
  stdin?.on('error', () => {}); // EPIPE: the child has ended, and `exited` says so
  stdout.on('error', () => {});
  child.on('error', () => {}); // a signal that did not reach it; kill looks for itself
  const stderrTail = keepTail(stderr);

  const onAbort = () => void kill().catch(() => {});
  let isGone = false;
  async function kill(graceMs = 0): Promise<void> {
    signal?.removeEventListener('abort', onAbort);
    // Once nothing is left, the group's number may be another's.
    if (!isGone) await killGroup({ ...identity, marks: [`${markName}=${mark}`] }, graceMs);
    isGone = true;
    await exited;
  }
  async function close(graceMs = 2000): Promise<void> {
    await kill(graceMs);
    stdin?.destroy();
    stdout?.destroy();
    stderr?.destroy();
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return { identity, stdin, stdout, stderrTail, exited, kill, close };
}

function notStarted(file: string, { message }: Error) {
  return refuse({
    code: 'process_not_started',
    message: `${file} did not start: ${message}`,
    next: 'Check that the program is installed, is executable and lies where its entry says.',
  });
}
