/**
 * Facts. A command is decided into events; an event carries the changes it makes, field by field, with what was there
 * before. So applying is one function, undo is the reverse of `was`, and the live feed is the log itself.
 *
 * Invariants:
 * 1. An event changes nothing but what its `changes` say.
 * 2. `was` is null exactly when the entity did not exist; entities are never deleted, only marked.
 * 3. The header is chained: `previousHash` is the hash of the header before; `payloadHash` names the payload, so that a
 *    redacted payload leaves the chain whole.
 */
import type { Author } from '../access/author.ts';
import type { EntityKind, EntityMap } from './entity.ts';

export type Change = {
  readonly [K in EntityKind]: {
    readonly kind: K;
    readonly id: string;
    /** The fields that change; all of them for a new entity. */
    readonly set: Partial<EntityMap[K]>;
    /** The same fields before; null = the entity is new. */
    readonly was: Partial<EntityMap[K]> | null;
  };
}[EntityKind];

/** What may raise the version. The others share the version of the write before them and must not look like its change. */
export const raisingTypes = [
  'workspace.created',
  'workspace.emptied',
  'workspace.changed',
  'workspace.recovered',
  'workspace.restored',
  'task.created',
  'task.edited',
  'task.trashed',
  'task.restored',
  'commitment.created',
  'commitment.edited',
  'commitment.removed',
  'sidekick.activated',
  'sidekick.changed',
  'proposal.rejected',
  'proposal.committed',
  'plan.undone',
  'change.undone',
  'import.accepted',
  'run.accepted',
] as const;

/** Types say what happened in the words of the glossary, `noun.verb`. */
export type EventType =
  | (typeof raisingTypes)[number]
  | 'task.matched'
  | 'sidekick.offered'
  | 'sidekick.broken'
  | 'proposal.staged'
  | 'proposal.revised'
  | 'proposal.commented'
  | 'proposal.approved'
  | 'proposal.reopened'
  | 'proposal.changes_requested'
  | 'proposal.withdrawn'
  | 'proposal.superseded'
  | 'person.paired'
  | 'key.enrolled'
  | 'key.revoked'
  | 'token.made'
  | 'token.changed'
  | 'token.revoked'
  | 'import.offered'
  | 'import.rejected'
  | 'event.redacted'
  | 'root.added'
  | 'root.changed'
  | 'root.removed'
  | 'agent.changed'
  | 'limits.changed'
  | 'grant.made'
  | 'grant.revoked'
  | 'run.requested'
  | 'run.granted'
  | 'run.launched'
  | 'run.moved'
  | 'run.reported'
  | 'run.ended'
  | 'run.cancelled'
  | 'run.applied'
  | 'run.sent_back'
  | 'worktree.dropping'
  | 'worktree.removed'
  | 'worktree.kept'
  | 'runs.stopped'
  | 'question.asked'
  | 'question.answered'
  | 'question.timed_out'
  | 'request.asked'
  | 'request.decided'
  | 'request.withdrawn'
  | 'artifact.published'
  | 'context.published'
  | 'context.confirmed'
  | 'check.started'
  | 'check.recorded'
  | 'check.accepted';

export interface EventDraft {
  readonly type: EventType;
  /** One sentence for the activity feed, without the author's name: "created T-12 Write the press note". */
  readonly summary: string;
  readonly changes: readonly Change[];
  /** True when a plan depends on what changed: the command then raises the version by one. */
  readonly raisesVersion: boolean;
  /** Facts beside the changes. */
  readonly detail?: unknown;
}

export interface EventHeader {
  readonly seq: number;
  readonly workspaceId: string;
  /** The workspace version after this event's command. */
  readonly version: number;
  readonly type: EventType;
  /** Version of the payload's shape; upcasters read old ones. */
  readonly v: 1;
  readonly at: string;
  readonly author: Author;
  /** `kind:id` of everything in `changes`, and what `workspace/touched.ts` adds. */
  readonly subjects: readonly string[];
  readonly payloadHash: string;
  readonly previousHash: string;
}

export interface EventPayload {
  readonly summary: string;
  readonly changes: readonly Change[];
  readonly detail?: unknown;
}

export interface StoredEvent {
  readonly header: EventHeader;
  /** SHA-256 of the header's canonical JSON. */
  readonly hash: string;
  /** Null after `redact`. */
  readonly payload: EventPayload | null;
}
