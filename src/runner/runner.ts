/**
 * The runner of app's port: it launches agents behind walls, makes worktrees and observes checks. It decides nothing
 * about runs and grants, and keeps nothing of its own but folders: homes, worktrees and trees of checks.
 */

import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { AgentProcess, JailState, Runner } from '../app/runner.ts';
import { isWithin } from '../kit/paths.ts';
import { refuse } from '../kit/result.ts';
import { type Deadlines, deadlines } from './acp/connect.ts';
import { AgentStates } from './agent-states.ts';
import { catalogue } from './agents/catalogue.ts';
import { clearCheckTrees, clearGone } from './check-trees.ts';
import { openSocketFolder } from './jail/private-socket.ts';
import { probeJail } from './jail/probe.ts';
import { type LaunchParts, launchAgent } from './launch.ts';
import { namedAndNotShown } from './named-and-not-shown.ts';
import { markName } from './process/group.ts';
import { isAlive } from './process/identity.ts';
import { killGroup, killMarked } from './process/kill.ts';
import { repositoryWork } from './repository.ts';
import { clearScratch } from './scratch.ts';
import type { ServeWorker } from './worker-door.ts';

export type { ServeWorker } from './worker-door.ts';

export interface RunnerOptions {
  /** The daemon's home. Invisible in every jail. */
  readonly stateDir: string;
  /** Homes of conversations, worktrees, trees of checks. Kept between starts, and as invisible. */
  readonly runtimeDir: string;
  readonly serveWorker: ServeWorker;
  log(message: string, facts?: Readonly<Record<string, unknown>>): void;
  /** The Node that carries the worker's shim and the jail's launcher. Default: this one. */
  readonly node?: string;
  readonly deadlines?: Partial<Deadlines>;
  /** Default: tried. A test says what it wants to see without one. */
  readonly jail?: JailState;
}

export async function openRunner(options: RunnerOptions): Promise<Runner> {
  const folders = await makeFolders(options.runtimeDir);
  const jail = options.jail ?? (await tryJail());
  const sockets = await openSocketFolder();
  const hidden = [options.stateDir, options.runtimeDir, sockets.path];
  const states = new AgentStates(jail);
  const living = new Set<AgentProcess>();
  const parts: LaunchParts = {
    ...{ jail, hidden, homes: folders.homes, sockets: sockets.path },
    node: options.node ?? process.execPath,
    serveWorker: options.serveWorker,
    deadlines: { ...deadlines, ...options.deadlines },
    log: options.log,
  };
  const closing = new AbortController();
  return {
    jail,
    catalogue: catalogue.map(({ id }) => id),
    ...repositoryWork({ jail, hidden, ...folders, log: options.log }),
    agents: (entries) => states.all(entries),
    async launch(launch, events, signal) {
      const stop = AbortSignal.any([signal, closing.signal]);
      if (stop.aborted) return refuse(cancelledStart);
      const launched = await launchAgent(parts, launch, events, stop);
      if (!launched.ok) return launched;
      const { process: agent, version } = launched.value;
      if (version !== null) states.tell(launch.entry, version);
      living.add(agent);
      void agent.exited.then(() => living.delete(agent));
      return { ok: true, value: agent };
    },
    notShown: async (named) => (jail.works ? namedAndNotShown(named) : []),
    realFolder,
    liesAt,
    async sweep(leases, at) {
      for (const { pid, startedAt } of leases) {
        // Without its start a number could be anybody's by now.
        const identity = { pid, started: startedAt };
        if (startedAt !== '' && isAlive(identity)) await killGroup(identity, 0);
      }
      // What no lease leads to: a jail that was being built when its daemon died binds its life to nobody. Whatever this
      // home starts has its own home folder below these.
      await killMarked([`${markName}=`, `HOME=${join(options.runtimeDir, '/')}`]);
      await clearCheckTrees(folders.checks, at);
      await clearGone(folders.worktrees);
      await clearScratch();
    },
    async close() {
      closing.abort();
      await Promise.all([...living].map((agent) => agent.close()));
      await sockets.close();
    },
  };
}

const cancelledStart = {
  code: 'cancelled',
  message: 'The start was cancelled.',
  next: 'Start it again when it is wanted.',
};

async function makeFolders(runtimeDir: string) {
  const folders = {
    homes: join(runtimeDir, 'homes'),
    worktrees: join(runtimeDir, 'worktrees'),
    checks: join(runtimeDir, 'checks'),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  return folders;
}

async function tryJail(): Promise<JailState> {
  const probe = await probeJail();
  if (probe.works) return { works: true, version: probe.version, reasons: [] };
  return { works: false, version: null, reasons: probe.reasons };
}

async function realFolder(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  return real !== null && (await stat(real)).isDirectory() ? real : null;
}

async function liesAt(folder: string, named: string): Promise<string | null> {
  const top = await realpath(folder);
  const path = join(top, named);
  // What is not there yet lies in the nearest folder that is.
  for (let at = path; isWithin(at, top); at = dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null)
      return isWithin(real, top) ? inDialectOfAll(join(relative(top, real), relative(at, path))) : null;
    // A link to what is not there, or a loop of links: whoever writes through it decides where.
    if (await lstat(at).catch(() => null)) return null;
  }
  return null;
}

function inDialectOfAll(path: string): string {
  return path.split(sep).join('/');
}
