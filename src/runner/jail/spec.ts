/**
 * What a jail is asked to be, in words of paths and modes. Owns the types and the fixed places inside; does no I/O.
 * What a mode may see is decided in mounts.ts alone.
 */
import type { Worktree } from '../git/worktree-of.ts';

/** think: no project. analyze: a read-only one. work: a git worktree of its own. check: exact bytes, no network. */
export type JailMode = 'think' | 'analyze' | 'work' | 'check';

/** relay and none have a network namespace of their own; open shares the machine's, its loopback ports included. */
export type JailNetwork = 'relay' | 'open' | 'none';

/** A unix socket outside and the path at which the jail shows it. */
export interface SocketBind {
  readonly outside: string;
  readonly inside: string;
}

export interface JailSpec {
  readonly mode: JailMode;
  /** The root a person gave the workspace. */
  readonly project: string;
  /** Needed by work and check. */
  readonly worktree?: Worktree;
  /** A private home, writable, at the same path inside. */
  readonly home: string;
  /** The agent's own files. Node, the launcher and the shim are always there. */
  readonly readOnly: readonly string[];
  readonly sockets: readonly SocketBind[];
  readonly network: JailNetwork;
  /** The whole environment; nothing else of the daemon's is passed on. */
  readonly env: Readonly<Record<string, string>>;
  /** Read-only caches (package stores). */
  readonly caches: readonly string[];
  /** Never visible, wherever they lie: the state directory of Sidekicks above all. What is bound by name deeper stays. */
  readonly hidden: readonly string[];
  /** Where the command starts; default: the worktree, else the project. */
  readonly cwd?: string;
}

/** Fixed places inside every jail. */
export const inside = {
  folder: '/run/sidekicks',
  launcher: '/run/sidekicks/launcher.mjs',
  shim: '/run/sidekicks/shim.mjs',
  relay: '/run/sidekicks/relay.sock',
  worker: '/run/sidekicks/worker.sock',
  /** The repository's objects, read-only; the worktree's view borrows from them. */
  objects: '/run/sidekicks/objects',
} as const;
