/** What the pages read, and what the feed carries. Types only; secrets, hashes of secrets and signatures are in none. */

import type { Person } from '../core/access/access.ts';
import type { Author } from '../core/access/author.ts';
import type { Candidate } from '../core/plan/candidate.ts';
import type { Evaluation } from '../core/plan/evaluation.ts';
import type { Comment, Proposal, Revision } from '../core/plan/proposal.ts';
import type { SourceProblem } from '../core/playbook/playbook.ts';
import type { Commitment } from '../core/workspace/commitment.ts';
import type { Task } from '../core/workspace/task.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

export interface SidekickBrief {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly enabled: boolean;
  readonly mandatory: boolean;
  readonly activeNumber: number | null;
  readonly offered: boolean;
  readonly broken: readonly SourceProblem[];
}

export interface ActiveAgent {
  readonly id: string;
  readonly label: string;
  readonly kind: Author['kind'];
  readonly via: Author['via'];
  readonly lastTool: string;
  readonly lastAt: string;
}

/** A proposal as lists show it. */
export interface ProposalCard extends Proposal {
  readonly title: string;
  readonly subtaskCount: number;
  readonly valid: boolean;
}

/** `read_workspace`. */
export interface WorkspaceView {
  /** Follow the feed from here. */
  readonly seq: number;
  readonly now: string;
  /** When the log ends, if that is more than five minutes ahead of this computer's clock. */
  readonly logEndsAhead: string | null;
  readonly deskUrl: string;
  readonly workspaceUrl: string;
  /** Null for a visitor: they name paths of this machine. */
  readonly lines: ToolLines | null;
  readonly workspace: Omit<Workspace, 'head'>;
  /** Who reads: a paired person, or a visitor of the untouched example. */
  readonly me: {
    readonly kind: 'desk' | 'workspace' | 'visitor';
    readonly personId: string | null;
    readonly name: string;
  };
  /** All, trash included. */
  readonly tasks: readonly Task[];
  readonly commitments: readonly Commitment[];
  readonly sidekicks: readonly SidekickBrief[];
  /** Open ones and those decided within 14 days, newest first. */
  readonly proposals: readonly ProposalCard[];
  readonly persons: readonly Person[];
  /** Called within 5 minutes. */
  readonly agents: readonly ActiveAgent[];
  /** Imports that wait for a person. */
  readonly waitingImports: number;
  /** What `undo_change` would undo for the reader: its summary; null = nothing. */
  readonly undoable: { readonly seq: number; readonly summary: string } | null;
}

export interface ApprovalView {
  readonly id: string;
  readonly revision: number;
  readonly digest: string;
  readonly level: 'attended' | 'passkey';
  readonly personName: string;
  readonly keyId: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly notes: string;
  readonly editedBy: string | null;
  readonly usedAt: string | null;
  readonly voidedAt: string | null;
}

/** `read_proposal`. */
export interface ProposalView {
  readonly proposal: Proposal;
  readonly parent: Task | null;
  readonly parentAlias: string;
  /** Newest last. */
  readonly revisions: readonly Revision[];
  readonly comments: readonly Comment[];
  readonly approvals: readonly ApprovalView[];
  /** Names the parent and the playbooks as they are here; `approve_proposal` takes it. '' when the parent is gone. */
  readonly shown: string;
  /** The newest revision at this minute and state; null when its parent is gone. */
  readonly evaluation: Evaluation | null;
  /** What changed of the things the evaluation reads since the newest revision was staged. */
  readonly changedSince: readonly string[];
  readonly competing: readonly ProposalCard[];
  /** Sidekick id -> name, for votes. */
  readonly names: { readonly [sidekickId: string]: string };
  /** Committed: what became of the tasks. */
  readonly tasks: readonly Task[];
}

/** One entry of the activity feed. Evaluations have no seq. */
export interface ActivityEntry {
  readonly seq: number | null;
  readonly at: string;
  readonly type: string;
  readonly author: Author;
  readonly summary: string;
  readonly subjects: readonly string[];
  readonly redacted: boolean;
}

export interface TokenView {
  readonly id: string;
  readonly label: string;
  readonly kind: 'agent' | 'visitor' | 'terminal';
  readonly state: 'active' | 'waiting' | 'revoked';
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly limits: { readonly openProposals: number; readonly readOnly: boolean };
  readonly lastUsedAt: string | null;
  readonly lastTool: string | null;
  readonly openProposals: number;
}

/** `read_access`. */
export interface AccessView {
  readonly persons: readonly Person[];
  readonly keys: readonly {
    readonly id: string;
    readonly personId: string;
    readonly origin: 'desk' | 'workspace';
    readonly label: string;
    readonly createdAt: string;
    readonly revokedAt: string | null;
    /** True for the key that asks. */
    readonly current: boolean;
  }[];
  readonly tokens: readonly TokenView[];
}

/**
 * The feed (`GET /api/feed?after=SEQ&epoch=EPOCH`, server-sent events read by fetch).
 * `event` items come in order of seq without a gap; a client that lost the connection asks again with its last seq
 * and the epoch it belongs to; in another epoch it is told to read anew.
 * Changes hold only public kinds: workspace, task, commitment, sidekick (as SidekickBrief), proposal, comment, person,
 * and of an import its status.
 */
export type FeedItem =
  | { readonly event: 'hello'; readonly seq: number; readonly now: string }
  | {
      readonly event: 'event';
      readonly seq: number;
      readonly version: number;
      readonly entry: ActivityEntry;
      readonly changes: readonly FeedChange[];
    }
  | { readonly event: 'activity'; readonly entry: ActivityEntry }
  | { readonly event: 'agents'; readonly agents: readonly ActiveAgent[] }
  /** The credential was revoked, or the feed must be read anew (`resync`). The stream ends after it. */
  | { readonly event: 'end'; readonly reason: 'revoked' | 'resync' | 'closing' };

export interface FeedChange {
  readonly kind: 'workspace' | 'task' | 'commitment' | 'sidekick' | 'proposal' | 'comment' | 'person' | 'import';
  readonly id: string;
  /** Fields to merge into what the client has; the whole entity when `isNew`. */
  readonly set: { readonly [field: string]: unknown };
  readonly isNew: boolean;
}

/**
 * What a browser without a key is told to type on this computer: as it stands in the folder of a clone, or anywhere; a
 * `HOME` is to be replaced. It names no path: whoever asks may be anybody.
 */
export interface PairLines {
  readonly pair: string;
  readonly recover: string;
}

/** What people are told to type once they are in. */
export interface ToolLines {
  /** Starts Sidekicks, when it was stopped. */
  readonly start: string;
  /** Starts the stdio bridge, from any folder; an agent is added with it and `--as LABEL`. */
  readonly bridge: string;
  /** `DIR` is to be replaced. */
  readonly importTasks: string;
}

/** The public states that a browser without a key may know (`GET /api/hello`, both origins). */
export interface Hello {
  readonly app: 'sidekicks';
  readonly version: string;
  readonly workspaceUrl: string;
  readonly deskUrl: string;
  /** '' once a person paired: who has no key learns only how to pair. */
  readonly workspaceName: string;
  readonly epoch: string;
  /** False until the first browser paired. */
  readonly hadPerson: boolean;
  /** A code of the terminal pairs a browser: nobody has paired yet, or nobody since `recover`. */
  readonly terminalPairs: boolean;
  /** The untouched example: readable without a key. */
  readonly openExample: boolean;
  readonly recoveredAt: string | null;
  readonly lines: PairLines;
  /** Single-use nonces for signing, valid for two minutes. */
  readonly nonces: readonly string[];
}

/** What a `save_draft` body holds, by convention of the desk. */
export interface ReviewDraft {
  readonly revision: number;
  readonly notes?: string;
  readonly comments?: { readonly [candidateId: string]: string };
  readonly edit?: Candidate;
}
