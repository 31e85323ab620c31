/**
 * Runs one check and observes it: its exact command, in a tree of exact bytes, in a jail without a network. Owns the time
 * limit, the bound on output and the end of every process it left. Never decides whether a check may run.
 */

import { stat } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import type { Worktree } from '../git/worktree-of.ts';
import { jailArgv } from '../jail/argv.ts';
import { prepareJail } from '../jail/prepare.ts';
import type { JailSpec } from '../jail/spec.ts';
import { type Group, spawnGroup } from './group.ts';
import { HeadAndTail } from './head-and-tail.ts';
import type { ProcessIdentity } from './identity.ts';

/** unsandboxed: only under a grant that names it. */
export type CheckWalls =
  | ({ readonly kind: 'jail' } & Pick<JailSpec, 'project' | 'home' | 'readOnly' | 'caches' | 'hidden' | 'env'>)
  | { readonly kind: 'unsandboxed'; readonly env: Readonly<Record<string, string>> };

export interface CheckRequest {
  /** For `/bin/sh -c`, as it was granted. */
  readonly command: string;
  /** From exportTree; the check may write in it. */
  readonly worktree: Worktree;
  /** Where it runs, relative to the tree's top; '' = the top. */
  readonly folder?: string;
  readonly walls: CheckWalls;
  readonly timeoutSeconds: number;
  /** Default 4 MiB; beyond it, head and tail are kept. */
  readonly maxOutputBytes?: number;
  /** Aborting ends the check and throws the reason. */
  readonly signal?: AbortSignal;
  /** Kept before it is waited for. A failure ends the check. */
  readonly spawned?: (identity: ProcessIdentity) => Promise<void>;
}

export interface CheckOutcome {
  readonly status: 'passed' | 'failed' | 'timed_out';
  /** null = ended by a signal, or by the time limit. */
  readonly exitCode: number | null;
  /** Standard output and standard error, in the order they were written. */
  readonly output: string;
  /** Of the whole output, cut or not. */
  readonly outputBytes: number;
  readonly cut: boolean;
  readonly environment: CheckEnvironment;
  readonly durationMs: number;
}

export interface CheckEnvironment {
  readonly platform: string;
  readonly arch: string;
  readonly kernel: string;
  readonly node: string;
  /** `bubblewrap 0.8.0`, or `unsandboxed`. */
  readonly jail: string;
}

/** Refused as prepareJail and spawnGroup refuse. */
export async function runCheck(request: CheckRequest): Promise<Result<CheckOutcome>> {
  request.signal?.throwIfAborted();
  const prepared = await prepareCheck(request);
  if (!prepared.ok) return prepared;
  const { argv, cwd, env, jail } = prepared.value;
  const began = performance.now();
  const started = await spawnGroup(argv, {
    cwd,
    env,
    stdio: 'listen',
    ...(request.signal ? { signal: request.signal } : {}),
  });
  if (!started.ok) return started;
  const group = started.value;
  const kept = new HeadAndTail(request.maxOutputBytes ?? 4 * 1024 * 1024);
  group.stdout.on('data', (chunk: Buffer) => kept.add(chunk));
  await keepIdentity(group, request);
  const code = await endOf(group, request.timeoutSeconds);
  request.signal?.throwIfAborted();
  const { text, bytes, cut } = kept.result();
  return done({
    status: code === 'timed_out' ? 'timed_out' : code === 0 ? 'passed' : 'failed',
    exitCode: code === 'timed_out' ? null : code,
    output: text,
    outputBytes: bytes,
    cut,
    environment: { platform: process.platform, arch: process.arch, kernel: release(), node: process.version, jail },
    durationMs: Math.round(performance.now() - began),
  });
}

async function keepIdentity(group: Group, { spawned }: CheckRequest): Promise<void> {
  try {
    await spawned?.(group.identity);
  } catch (error) {
    await group.close(0);
    throw error;
  }
}

/** The outer shell only joins the two outputs, in order; the command is its own shell's, untouched. */
const joined = (command: string) => ['/bin/sh', '-c', 'exec /bin/sh -c "$0" 2>&1', command];

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

const noFolder: Refusal = {
  code: 'root_gone',
  message: 'Its folder is not in the result, so it was not run.',
  next: 'Ask a person to look at what the run deleted, or at what git ignores there.',
};

async function prepareCheck({ command, worktree, folder = '', walls }: CheckRequest) {
  const place = join(worktree.path, folder);
  // The jail's own failure to enter it would look like the command's.
  if (!(await isFolder(place))) return refuse(noFolder);
  if (walls.kind === 'unsandboxed') {
    return done({ argv: joined(command), cwd: place, env: walls.env, jail: 'unsandboxed' });
  }
  const { kind: _, ...parts } = walls;
  const jail = await prepareJail({ ...parts, mode: 'check', worktree, cwd: place, sockets: [], network: 'none' });
  if (!jail.ok) return jail;
  const { env, version } = jail.value;
  return done({ argv: jailArgv(jail.value, joined(command)), cwd: '/', env, jail: `bubblewrap ${version}` });
}

async function endOf(group: Group, timeoutSeconds: number): Promise<number | null | 'timed_out'> {
  const timer = new AbortController();
  const late = sleep(timeoutSeconds * 1000, 'timed_out' as const, { signal: timer.signal }).catch(() => null);
  try {
    const first = await Promise.race([group.exited, late]);
    return first === 'timed_out' ? 'timed_out' : (first?.code ?? null);
  } finally {
    timer.abort();
    await finish(group);
  }
}

/** Grandchildren hold the output open; with them gone, what they wrote is still to be read. */
async function finish(group: Group): Promise<void> {
  const drained = new Promise<void>((resolve) => {
    group.stdout.once('close', resolve);
    if (group.stdout.closed) resolve();
  });
  await group.kill();
  await Promise.race([drained, sleep(1000, undefined, { ref: false })]);
  await group.close(0);
}
