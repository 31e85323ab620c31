/**
 * A run: one turn of a delegated conversation with an independent peer.
 *
 * ```
 * waiting_grant <-> starting -> running <-> waiting_input
 *       |              |          |              |
 *       |              +----------+-- cancelling +--> cancelled
 *       |              |          |
 *       +-> cancelled  +-> failed +-> completed | failed
 *                      +---------- owner died --> interrupted
 * ```
 *
 * A turn that was over before the cancel came ends as it ended. Only what has no process yet goes back to waiting_grant: in
 * the queue, or at the last gate (last-gate.ts).
 *
 * Invariants:
 * 1. The daemon decides the end of a run, never the agent's prose: `completed` needs a finish report that fits.
 * 2. `completed` is not `success`: the outcome is the worker's report, and acceptance is a person's.
 * 3. A run that ended never runs again; `interrupted` is never restarted by itself.
 * 4. What nobody measured is null (unknown), never zero.
 */

export const runStatuses = [
  'waiting_grant',
  'starting',
  'running',
  'waiting_input',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
  'interrupted',
] as const;
export type RunStatus = (typeof runStatuses)[number];

export const modes = ['think', 'analyze', 'work'] as const;
export type Mode = (typeof modes)[number];

export const profiles = ['quick', 'balanced', 'deep'] as const;
export type Profile = (typeof profiles)[number];

/** Seconds. */
export const profileSeconds: Readonly<Record<Profile, number>> = { quick: 600, balanced: 1800, deep: 3600 };

export const thinkingLevels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Thinking = (typeof thinkingLevels)[number];

export const profileThinking: Readonly<Record<Profile, Thinking>> = { quick: 'low', balanced: 'high', deep: 'high' };

export type Outcome = 'success' | 'partial' | 'blocked';

/** What was asked, what we made of it, and what the agent said it does. Null = unknown, or the agent cannot say. */
export interface Settings {
  readonly requested: Requested;
  readonly effective: SettingsOf;
  readonly actual: { readonly model: string | null; readonly thinking: string | null };
  /** Settings that the agent cannot honour, each with a reason. Never pretended. */
  readonly unsupported: readonly string[];
}

/** As the caller said it, before any default; rows of an earlier version hold the defaults too. Null = not asked for. */
export type Requested = { readonly [Name in keyof SettingsOf]: SettingsOf[Name] | null };

export interface SettingsOf {
  readonly model: string | null;
  readonly thinking: Thinking | null;
  readonly profile: Profile;
  readonly timeoutSeconds: number;
}

/** Which walls held for one run. */
export interface Held {
  readonly jail: 'bubblewrap' | 'unsandboxed';
  readonly network: 'relay' | 'open';
  readonly project: 'hidden' | 'read_only' | 'worktree' | 'unprotected';
  readonly notes: readonly string[];
}

/** Tokens and money as the agent told them. `semantics` says what the figures cover; null = unknown. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars of this run. */
  readonly costUsd: number | null;
  readonly durationMs: number | null;
  readonly source: string;
  readonly semantics: string;
}

/** What a worker handed in with `tandem_finish`. Its claims stay claims. */
export interface RunReport {
  readonly outcome: Outcome;
  readonly summary: string;
  /** SHA-256 of the whole answer's bytes; the bytes are a blob. Null = none was given. */
  readonly answerHash: string | null;
  readonly answerCharacters: number;
  readonly blockers: readonly string[];
  readonly changedFiles: readonly string[];
  /** Failures that it answers, with its reasons. Absent in rows of earlier versions. */
  readonly answeredFailures?: readonly { readonly check_id: string; readonly reason: string }[];
}

/** The commit that a `work` run left in its worktree. */
export interface RunResult {
  readonly base: string;
  readonly commit: string;
  readonly tree: string;
  /** The first `FILES_KEPT` of them. */
  readonly files: readonly string[];
  /** Of all that it changed. Absent in rows of an earlier version, which hold every one. */
  readonly filesTotal?: number;
  /** It touches the root's test paths or manifests. Absent in rows of an earlier version. */
  readonly changedJudge?: boolean;
  /** Ids of checks whose own command names a file that it changed. Absent in rows of an earlier version. */
  readonly changedChecks?: readonly string[];
  readonly diffArtifactId: string;
  readonly appliedAt: string | null;
  readonly appliedBy: string | null;
  readonly how: 'fast_forward' | 'patch' | null;
}

/** Names of changed files that a row keeps; the commit and its diff hold all. */
export const FILES_KEPT = 500;

/** Who holds the process. A run whose holder is dead is interrupted by the next start's sweep. */
export interface Lease {
  readonly pid: number;
  /** The system's start mark of that pid, so that a reused pid is no false life. */
  readonly startedAt: string;
}

export interface Run {
  readonly id: string;
  readonly conversationId: string;
  /** 1, 2, ... in the conversation. */
  readonly turn: number;
  /** The token or person that started it. */
  readonly startedBy: string;
  readonly startedByLabel: string;
  readonly agentId: string;
  readonly mode: Mode;
  /** The workspace task that it carries out. */
  readonly taskId: string | null;
  /** One line for lists: the goal's or prompt's beginning. */
  readonly goal: string;
  /** SHA-256 of the stored input (prompt or contract, canonical). The bytes are a blob. */
  readonly inputHash: string;
  readonly kind: 'prompt' | 'contract';
  readonly ownedFiles: readonly string[];
  /** Same token, same input, same place: the same run. */
  readonly startDigest: string;
  readonly settings: Settings;
  readonly questionTimeoutSeconds: number;
  readonly status: RunStatus;
  readonly outcome: Outcome | null;
  /** Why it ended so, a stable code: finished, timed_out, no_finish, agent_crashed, ... */
  readonly code: string | null;
  readonly reason: string | null;
  readonly grantId: string | null;
  readonly createdAt: string;
  readonly launchedAt: string | null;
  readonly endedAt: string | null;
  readonly lease: Lease | null;
  readonly held: Held | null;
  readonly report: RunReport | null;
  readonly usage: Usage | null;
  readonly result: RunResult | null;
  /**
   * It left no commit and changed nothing: the commit that it stood on, the digest of what it saw, and that of the whole
   * checkout. Absent until somebody looked.
   */
  readonly unchanged?: { readonly commit: string; readonly tree: string; readonly checkout: string };
  /** Digest of the project before and after (think and analyze); a difference is reported, not blamed. */
  readonly treeBefore: string | null;
  readonly treeAfter: string | null;
  /** A person's word on what came out. */
  readonly verdict: {
    readonly kind: 'accepted' | 'sent_back';
    readonly at: string;
    readonly by: string;
    readonly notes: string;
  } | null;
}

const ended: ReadonlySet<RunStatus> = new Set(['completed', 'failed', 'cancelled', 'interrupted']);

/** A turn that broke off is taken up by the next one of its conversation, whose newest is `newestId`. */
export function isOvertaken({ id, status }: Pick<Run, 'id' | 'status'>, newestId: string | undefined): boolean {
  return status !== 'completed' && newestId !== id;
}

const REPEAT_MS = 600_000;

/** Until when the same start answers this run, in milliseconds; null while it lives. */
export function repeatsUntil({ endedAt }: Pick<Run, 'endedAt'>): number | null {
  return endedAt === null ? null : Date.parse(endedAt) + REPEAT_MS;
}

export function hasEnded(run: Pick<Run, 'status'>): boolean {
  return ended.has(run.status);
}

/** Somebody changed the project while it ran: perhaps a person. What was not measured did not change. */
export function hasChangedTree({ treeBefore, treeAfter }: Pick<Run, 'treeBefore' | 'treeAfter'>): boolean {
  return treeBefore !== null && treeAfter !== null && treeBefore !== treeAfter;
}

/** Launched and not over: it has a worker, or will in a moment. */
export function isOn(run: Pick<Run, 'status' | 'launchedAt'>): boolean {
  return run.launchedAt !== null && !hasEnded(run);
}

export interface Conversation {
  readonly id: string;
  readonly startedBy: string;
  readonly agentId: string;
  readonly mode: Mode;
  readonly rootId: string;
  /** Absolute, links resolved. */
  readonly cwd: string;
  readonly ownedFiles: readonly string[];
  readonly constraints: readonly string[];
  /** The pinned snapshot of a project context. */
  readonly pin: { readonly contextId: string; readonly revision: number; readonly hash: string } | null;
  readonly worktree: { readonly path: string; readonly branch: string; readonly base: string } | null;
  /** The agent's own name of its session: how a new process takes the history up again. */
  readonly sessionId: string | null;
  /** What that session had cost when its agent last told, for whoever takes it up. Null or absent = unknown. */
  readonly sessionCostUsd?: number | null;
  readonly createdAt: string;
  /** Set when its worktree was removed. */
  readonly closedAt: string | null;
  /** While its worktree is being removed: no turn begins. Absent in rows of earlier versions. */
  readonly droppingAt?: string | null;
}

/** A daemon that died meanwhile left the word and perhaps the worktree: the next start takes the word back. */
export function isDropping({ droppingAt }: Pick<Conversation, 'droppingAt'>): boolean {
  return (droppingAt ?? null) !== null;
}
