/** Every kind of row that the event log makes. The store keeps them as they are and knows nothing of their meaning. */
import type { Key, Person, Token } from '../access/access.ts';
import type { Approval } from '../approval/approval.ts';
import type { Comment, Proposal, RejectedIdea, Revision } from '../plan/proposal.ts';
import type { Sidekick } from '../playbook/playbook.ts';
import type { Commitment } from '../workspace/commitment.ts';
import type { ImportPart, ImportRecord } from '../workspace/import.ts';
import type { Task } from '../workspace/task.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface EntityMap {
  readonly workspace: Workspace;
  readonly task: Task;
  readonly commitment: Commitment;
  readonly sidekick: Sidekick;
  readonly proposal: Proposal;
  readonly revision: Revision;
  readonly comment: Comment;
  readonly rejected: RejectedIdea;
  readonly approval: Approval;
  readonly person: Person;
  readonly key: Key;
  readonly token: Token;
  readonly import: ImportRecord;
  readonly import_part: ImportPart;
}

export type EntityKind = keyof EntityMap;
export type Entity = EntityMap[EntityKind];
