/** A staged candidate, visible to people. Revisions are immutable; each has a digest. */
import type { Author } from '../access/author.ts';
import type { Candidate } from './candidate.ts';
import type { Evaluation } from './evaluation.ts';

/**
 * `awaiting_approval -> approved -> committed -> undone`; `changes_requested` goes back to `awaiting_approval` with a
 * new revision; `rejected`, `superseded` and `withdrawn` are ends. An approval that lapsed or went stale leaves the
 * status `approved`: commit answers it, staging the identical candidate asks for review again.
 */
export const proposalStatuses = [
  'awaiting_approval',
  'changes_requested',
  'approved',
  'committed',
  'undone',
  'rejected',
  'superseded',
  'withdrawn',
] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export interface Proposal {
  readonly id: string;
  readonly kind: 'plan';
  readonly parentTaskId: string;
  readonly status: ProposalStatus;
  /** Who staged it first: the token that may revise, withdraw and commit it. */
  readonly author: Author;
  /** Number of the newest revision, from 1. */
  readonly revision: number;
  readonly digest: string;
  /** The approval that counts, if any. */
  readonly approvalId: string | null;
  /** A person's reason for changes requested, rejected; the cause of superseded, withdrawn. */
  readonly reason: string | null;
  readonly receipt: Receipt | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Immutable. Id = `${proposalId}.${number}`. */
export interface Revision {
  readonly id: string;
  readonly proposalId: string;
  readonly number: number;
  readonly digest: string;
  readonly candidate: Candidate;
  /** As it was when staged. */
  readonly evaluation: Evaluation;
  readonly author: Author;
  readonly at: string;
  /** The revision that a person's edit started from; null = submitted by the agent. */
  readonly editOf: number | null;
}

export interface Comment {
  readonly id: string;
  readonly proposalId: string;
  readonly revision: number;
  /** The subtask commented on; null = the whole plan. */
  readonly candidateId: string | null;
  readonly text: string;
  readonly author: Author;
  readonly at: string;
}

export interface Receipt {
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
  readonly approvalId: string;
  /** The workspace version that the commit made. */
  readonly version: number;
  readonly at: string;
  readonly by: Author;
  readonly tasks: readonly { readonly candidateId: string; readonly taskId: string; readonly alias: string }[];
  readonly undoneAt: string | null;
  /** Absent while it is not undone, and in rows of earlier versions. */
  readonly undoneBy?: Author;
}

/** An idea a person said no to, remembered for its parent. Id = the proposal's. */
export interface RejectedIdea {
  readonly id: string;
  readonly parentTaskId: string;
  readonly titles: readonly string[];
  readonly reason: string;
  readonly at: string;
  readonly by: string;
}
