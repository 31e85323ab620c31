/** Every kind of row that the event log makes. The store keeps them as they are and knows nothing of their meaning. */
import type { Key, Person, Token } from '../access/access.ts';
import type { Approval } from '../approval/approval.ts';
import type { Comment, Proposal, RejectedIdea, Revision } from '../plan/proposal.ts';
import type { Sidekick } from '../playbook/playbook.ts';
import type { AgentEntry } from '../run/agent.ts';
import type { Artifact } from '../run/artifact.ts';
import type { CheckRunRecord } from '../run/check-run.ts';
import type { Grant } from '../run/grant.ts';
import type { ProjectContext } from '../run/project-context.ts';
import type { PermissionRequest, Question } from '../run/question.ts';
import type { Root } from '../run/root.ts';
import type { Conversation, Run } from '../run/run.ts';
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
  readonly root: Root;
  readonly agent: AgentEntry;
  readonly grant: Grant;
  readonly conversation: Conversation;
  readonly run: Run;
  readonly question: Question;
  readonly request: PermissionRequest;
  readonly artifact: Artifact;
  readonly context: ProjectContext;
  readonly check: CheckRunRecord;
  readonly import_part: ImportPart;
}

export type EntityKind = keyof EntityMap;
export type Entity = EntityMap[EntityKind];
