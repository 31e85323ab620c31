/** What app needs of whatever carries a run out. `src/runner/` implements it; nothing here names a protocol or a jail. */
import type { AgentEntry, AgentState } from '../core/run/agent.ts';
import type { Changed } from '../core/run/links.ts';
import type { Held, Lease, Mode, Settings } from '../core/run/run.ts';
import type { Refusal, Result } from '../kit/result.ts';
import type { Step } from './ports.ts';

/** What holds on this machine, found by a real denied read, write and connection at start. */
export interface JailState {
  readonly works: boolean;
  readonly version: string | null;
  readonly reasons: readonly string[];
}

/** Figures of one turn as the agent gave them. Null = unknown. */
export interface TurnUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly source: string;
  readonly semantics: string;
}

export interface PermissionAsked {
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
}

export interface Launch {
  readonly conversationId: string;
  readonly entry: AgentEntry;
  readonly mode: Mode;
  /** The project as the mode may see it: the cwd (think, analyze) or the worktree (work). */
  readonly cwd: string;
  /** `work`: the repository whose worktree `cwd` is. */
  readonly repository: string | null;
  /** `work`: the top of that worktree. */
  readonly worktree: string | null;
  /** The agent's session of an earlier process. */
  readonly resume: string | null;
  /** What that session had cost when it was last seen; null = unknown. */
  readonly resumedCostUsd: number | null;
  readonly model: string | null;
  readonly thinking: string | null;
  readonly openNetwork: boolean;
  readonly unsandboxed: boolean;
  /** The agent's permission requests go to `events.permission` instead of being answered by the mode. */
  readonly ask: boolean;
}

/** What a launched agent tells while it lives. Calls are short; a slow reader slows the agent, not the memory. */
export interface AgentEvents {
  step(step: Step): void;
  /** Answers within the deadline it was given, else the driver denies. */
  permission(asked: PermissionAsked, signal: AbortSignal): Promise<'allow' | 'deny'>;
  /** Asked last, just before the process is made. False: nothing may start any more. */
  mayStart(): Promise<boolean>;
  /** The process is there: persisted before the first prompt. False: it may not be, and is ended at once. */
  spawned(lease: Lease): Promise<boolean>;
}

export type TurnEnd =
  | { readonly kind: 'ended'; readonly stopReason: string; readonly usage: TurnUsage | null; readonly text: string }
  | { readonly kind: 'crashed'; readonly reason: string; readonly stderr: string };

export interface AgentProcess {
  readonly lease: Lease;
  readonly sessionId: string;
  readonly held: Held;
  readonly settings: Pick<Settings, 'actual' | 'unsupported'>;
  /** The session's total as told last; null = unknown. */
  readonly sessionCostUsd: number | null;
  /** One turn. Never throws for what an agent does. */
  prompt(text: string): Promise<TurnEnd>;
  /** session/cancel, then after the grace the whole group is killed. Resolves when the turn is over. */
  cancel(graceMs: number): Promise<void>;
  readonly exited: Promise<void>;
  /** Kills the group; resolves when nothing of it lives. Idempotent. */
  close(): Promise<void>;
}

export interface GitHead {
  /** Top folder of the checkout. */
  readonly repository: string;
  readonly commit: string;
}

export interface ObservedCheck {
  readonly status: 'passed' | 'failed' | 'timed_out';
  readonly exitCode: number | null;
  readonly output: string;
  readonly tree: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly durationMs: number;
}

export interface Runner {
  readonly jail: JailState;
  /** Agents that an entry may be based on. */
  readonly catalogue: readonly string[];
  agents(entries: readonly AgentEntry[]): Promise<readonly AgentState[]>;
  /** Refused with `agent_missing`, `agent_failed`, `no_jail`, ...: the way on is in the refusal. */
  launch(launch: Launch, events: AgentEvents, signal: AbortSignal): Promise<Result<AgentProcess>>;
  /**
   * Absolute paths of this machine that it names and its jail would not show. For an agent, beyond the folders of its
   * program; for a command of a root, with its caches, and whether they are there or not: an agent may have written it.
   * Empty where no jail works.
   */
  notShown(
    named: AgentEntry | { readonly command: string; readonly caches: readonly string[] },
  ): Promise<readonly string[]>;
  /** Links resolved; null = not there or not a folder. */
  realFolder(path: string): Promise<string | null>;
  /** Where a path under the folder lies, links resolved, relative to it with `/`; null = out of it, or nobody can say. */
  liesAt(folder: string, relative: string): Promise<string | null>;
  /** Looks at no file of the checkout, and gives up after 10 s. Refused `not_a_git_root`. */
  head(folder: string, signal?: AbortSignal): Promise<Result<GitHead>>;
  /**
   * Changed or untracked files of a checkout, which a worktree will not have. Looks at all of them: not for what is asked
   * often. Null = nobody can say, or not within 30 s.
   */
  uncommitted(repository: string, signal?: AbortSignal): Promise<number | null>;
  addWorktree(input: {
    readonly repository: string;
    readonly conversationId: string;
    readonly base: string;
    /** Aborting throws its reason; nothing is left of it. */
    readonly signal: AbortSignal;
  }): Promise<Result<{ readonly path: string; readonly branch: string }>>;
  /** Commits whatever the worktree holds. No files = it equals its base. */
  collect(input: {
    readonly repository: string;
    readonly worktree: string;
    readonly base: string;
    readonly message: string;
    /** Aborting throws its reason; the files of the worktree are as they were. */
    readonly signal: AbortSignal;
  }): Promise<
    Result<{
      readonly commit: string;
      readonly tree: string;
      readonly files: readonly string[];
      readonly diff: string;
      /** FIFOs, sockets, devices and what lies in folders of submodules: no commit holds it. */
      readonly leftOut: readonly string[];
    }>
  >;
  /** What the worktree holds otherwise than `base` now; null = nobody can say. */
  changed(input: {
    readonly repository: string;
    readonly worktree: string;
    readonly base: string;
  }): Promise<Changed | null>;
  /** Symbolic links of two commits, as they are written; null = nobody can say. */
  links(input: {
    readonly repository: string;
    readonly base: string;
    readonly commit: string;
  }): Promise<Changed['links']>;
  /** `earlier`: what it builds on, where the checkout holds that. Refused `checkout_dirty`, `checkout_moved`. */
  apply(input: {
    readonly repository: string;
    readonly base: string;
    readonly earlier: string | null;
    readonly commit: string;
  }): Promise<Result<{ readonly how: 'fast_forward' | 'patch'; readonly already: boolean }>>;
  /** Removes the worktree only when nothing in it is unmerged; says whether it went. */
  dropWorktree(input: {
    readonly repository: string;
    readonly path: string;
    readonly branch: string;
  }): Promise<{ readonly removed: boolean; readonly reason: string | null }>;
  /** Null = nobody can say: too large, unreadable, or aborted. */
  treeDigest(folder: string, signal?: AbortSignal): Promise<string | null>;
  runCheck(input: {
    readonly repository: string;
    readonly commit: string;
    /** Relative to the repository's top; '' = the top. */
    readonly folder: string;
    readonly command: string;
    readonly prepare: string | null;
    readonly caches: readonly string[];
    readonly unsandboxed: boolean;
    readonly timeoutSeconds: number;
    /** Aborting throws its reason. */
    readonly signal: AbortSignal;
    /** Asked right before each process of it: minutes may lie between the prepare command and the check. Null = go on. */
    whyNot(): Refusal | null;
    /** Every process of it, before it is waited for. */
    spawned(lease: Lease): Promise<void>;
  }): Promise<Result<ObservedCheck>>;
  /**
   * Ends what a dead daemon left: processes whose lease names a living one, scratch folders, and the trees of checks, also
   * where the repositories of `folders` still list them. Only before anything of this daemon runs.
   */
  sweep(leases: readonly Lease[], folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
