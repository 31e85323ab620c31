/**
 * The only road from a plan to tasks.
 *
 * Invariants:
 * 1. Tasks are made only of the newest revision, only with an unused approval of exactly its bytes that has not lapsed
 *    and has not gone stale.
 * 2. All tasks or none, in one event; the approval is used by the same event.
 * 3. A second call returns the first receipt and writes nothing.
 */
import { refuse } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
import { isPerson } from '../access/author.ts';
import { type Approval, hasLapsed } from '../approval/approval.ts';
import type { Subtask } from '../plan/candidate.ts';
import type { Evaluation } from '../plan/evaluation.ts';
import type { Proposal, Receipt, Revision } from '../plan/proposal.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { EventDraft } from '../state/event.ts';
import { aliasOf, type State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { makeTask } from '../workspace/task-commands.ts';
import { approvalOf, close, isOpen, newestRevision, proposalsFor, unknownProposal } from './find.ts';
import { notYours } from './review.ts';
import { staleness } from './staleness.ts';

export type CommitStatus =
  | 'approval_required'
  | 'changes_requested'
  | 'rejected'
  | 'superseded'
  | 'withdrawn'
  | 'approval_lapsed'
  | 'stale_plan'
  | 'committed';

export interface CommitAnswer {
  readonly status: CommitStatus;
  readonly proposal: Proposal;
  readonly receipt: Receipt | null;
  /** When stale: what changed, and the fresh evaluation. */
  readonly changes: readonly string[];
  readonly evaluation: Evaluation | null;
}

function answer(status: CommitStatus, proposal: Proposal, more: Partial<CommitAnswer> = {}): Decision<CommitAnswer> {
  return decided({ status, proposal, receipt: proposal.receipt, changes: [], evaluation: null, ...more });
}

export function commitPlan(state: State, proposalId: string, context: Context): Decision<CommitAnswer> {
  const proposal = state.tables.proposal.get(proposalId);
  if (!proposal) return refuse(unknownProposal);
  if (proposal.author.id !== context.author.id && !isPerson(context.author)) return refuse(notYours);
  if (proposal.status === 'committed' || proposal.status === 'undone') return answer('committed', proposal);
  if (proposal.status === 'awaiting_approval') return answer('approval_required', proposal);
  if (proposal.status !== 'approved') return answer(proposal.status, proposal);
  const approval = approvalOf(state, proposal);
  if (!approval || approval.usedAt !== null || approval.voidedAt !== null || approval.revision !== proposal.revision) {
    return answer('approval_required', proposal);
  }
  if (hasLapsed(approval, context)) return answer('approval_lapsed', proposal);
  const revision = newestRevision(state, proposal);
  const { changes, evaluation } = staleness(state, revision, approval, proposal.parentTaskId, context.nowMs);
  const parent = state.tables.task.get(proposal.parentTaskId);
  if (!parent || changes.length > 0) return answer('stale_plan', proposal, { changes, evaluation });
  return create(state, { proposal, revision, approval, parent }, context);
}

interface Approved {
  readonly proposal: Proposal;
  readonly revision: Revision;
  readonly approval: Approval;
  readonly parent: Task;
}

function create(state: State, approved: Approved, context: Context): Decision<CommitAnswer> {
  const { proposal, revision, approval, parent } = approved;
  const tasks = makeTasks(state, approved, context);
  const receipt: Receipt = {
    proposalId: proposal.id,
    revision: revision.number,
    digest: revision.digest,
    approvalId: approval.id,
    version: state.workspace.version + 1,
    at: context.at,
    by: context.author,
    tasks: tasks.map((task, at) => ({
      candidateId: revision.candidate.subtasks[at]?.candidateId ?? '',
      taskId: task.id,
      alias: aliasOf(task),
    })),
    undoneAt: null,
  };
  const committed: Proposal = { ...proposal, status: 'committed', receipt, updatedAt: context.at };
  const event: EventDraft = {
    type: 'proposal.committed',
    summary: `created ${counted(tasks.length, 'task')} under ${aliasOf(parent)} ${cut(parent.title, 80)} from revision ${revision.number}, approved by ${approval.personName} (${approval.level})`,
    changes: [
      ...tasks.map((task) => created('task', task)),
      edited('proposal', proposal, { status: 'committed', receipt, updatedAt: context.at }),
      edited('approval', approval, { usedAt: context.at }),
    ],
    raisesVersion: true,
  };
  return decided(
    { status: 'committed', proposal: committed, receipt, changes: [], evaluation: null },
    event,
    ...supersede(state, proposal, context),
  );
}

function makeTasks(state: State, { proposal, revision, parent }: Approved, context: Context): Task[] {
  const { subtasks } = revision.candidate;
  const ids = new Map(subtasks.map((one) => [one.candidateId, context.nextId()]));
  return subtasks.map((one, at) =>
    makeTask({
      id: ids.get(one.candidateId) as string,
      number: state.index.lastNumber + 1 + at,
      at: context.at,
      ...fieldsFrom(one),
      parentId: parent.id,
      ownerId: parent.ownerId,
      dependsOn: one.dependencyCandidateIds.map((id) => ids.get(id) as string),
      origin: {
        from: 'plan',
        proposalId: proposal.id,
        revision: revision.number,
        digest: revision.digest,
        candidateId: one.candidateId,
      },
    }),
  );
}

/** What a task takes over from its subtask as it was approved; `verify` compares by the same. */
export function fieldsFrom(subtask: Subtask) {
  return {
    title: subtask.title,
    description: subtask.description,
    status: subtask.status,
    priority: subtask.priority,
    tags: subtask.tags,
    due: subtask.dueAt === undefined ? null : { at: subtask.dueAt },
    plannedStart: subtask.plannedStart ?? null,
    estimateMinutes: subtask.estimatedDurationMinutes ?? null,
    assignedSidekickIds: subtask.assignedSidekickIds,
    checklistCoverageIds: subtask.checklistCoverageIds,
    recommendationType: subtask.recommendationType ?? null,
  };
}

/** When one plan for a task commits, the others are superseded. */
function supersede(state: State, winner: Proposal, context: Context): EventDraft[] {
  return proposalsFor(state, winner.parentTaskId)
    .filter((one) => one.id !== winner.id && isOpen(one))
    .map((one) => ({
      type: 'proposal.superseded' as const,
      summary: `a plan of ${winner.author.label} was committed instead of one of ${one.author.label}`,
      changes: close(
        state,
        one,
        { status: 'superseded', reason: `A plan of ${winner.author.label} was committed for the same task.` },
        context,
      ),
      raisesVersion: false,
    }));
}
