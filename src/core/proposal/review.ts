/**
 * What a person does with a proposal at the desk, and what its agent may do besides: comment, edit, request changes,
 * reject, withdraw. None of them creates a task.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { cut, isBlank } from '../../kit/text.ts';
import type { Candidate } from '../plan/candidate.ts';
import { planDigest } from '../plan/digest.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Evaluation } from '../plan/evaluation.ts';
import type { Comment, Proposal, RejectedIdea } from '../plan/proposal.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import { findTask, type State } from '../state/state.ts';
import { refuseFields } from '../workspace/task-commands.ts';
import { close, isOpen, newestRevision, notOpen, revisionId, unknownProposal } from './find.ts';
import { revise, type Staged } from './stage.ts';

const notLatest: Refusal = {
  code: 'not_latest',
  message: 'A newer revision exists than the one you saw.',
  next: 'Read the proposal again and decide on the newest revision.',
};

/** The open proposal whose newest revision is the one named, or why not. */
export function openAt(state: State, id: string, revision: number): { proposal: Proposal } | { refusal: Refusal } {
  const proposal = state.tables.proposal.get(id);
  if (!proposal) return { refusal: unknownProposal };
  if (!isOpen(proposal)) return { refusal: notOpen };
  if (proposal.revision !== revision) return { refusal: notLatest };
  return { proposal };
}

export function commentProposal(
  state: State,
  input: {
    readonly proposalId: string;
    readonly revision: number;
    readonly candidateId?: string;
    readonly text: string;
  },
  context: Context,
): Decision<{ id: string }> {
  const proposal = state.tables.proposal.get(input.proposalId);
  if (!proposal) return refuse(unknownProposal);
  const revision = state.tables.revision.get(revisionId(proposal.id, input.revision));
  const known =
    input.candidateId === undefined ||
    revision?.candidate.subtasks.some((one) => one.candidateId === input.candidateId);
  if (!revision || !known) {
    return refuse({
      code: 'not_found',
      message: 'That revision has no such subtask.',
      next: 'Read the proposal again.',
    });
  }
  if (isBlank(input.text)) return refuseFields([blankText('/text')]);
  const comment: Comment = {
    id: context.nextId(),
    proposalId: proposal.id,
    revision: input.revision,
    candidateId: input.candidateId ?? null,
    text: input.text,
    author: context.author,
    at: context.at,
  };
  return decided(
    { id: comment.id },
    {
      type: 'proposal.commented',
      summary: `commented on revision ${input.revision}: ${cut(input.text, 120)}`,
      changes: [created('comment', comment), edited('proposal', proposal, { updatedAt: context.at })],
      raisesVersion: false,
    },
  );
}

function blankText(path: string) {
  return { code: 'blank_text', path, message: 'The text shows nothing.', fix: 'Write something.' };
}

export interface EditedProposal extends Staged {
  readonly evaluation: Evaluation;
}

/** A person's edit: a new revision, evaluated again, attributed. It may be invalid; it can then not be approved. */
export function editProposal(
  state: State,
  input: { readonly proposalId: string; readonly revision: number; readonly candidate: Candidate },
  context: Context,
): Decision<EditedProposal> {
  const found = openAt(state, input.proposalId, input.revision);
  if ('refusal' in found) return refuse(found.refusal);
  const { proposal } = found;
  const before = newestRevision(state, proposal);
  const candidate: Candidate = { ...input.candidate, expectedWorkspaceVersion: state.workspace.version };
  if (findTask(state, candidate.parentTaskId)?.id !== proposal.parentTaskId) {
    return refuseFields([
      {
        code: 'wrong_parent',
        path: '/candidate/parentTaskId',
        message: 'A proposal keeps its parent.',
        fix: 'Leave parentTaskId as it is.',
      },
    ]);
  }
  const evaluation = evaluate(state, candidate, context.nowMs);
  const digest = planDigest(state.workspace.id, candidate);
  if (digest === before.digest) {
    return decided({
      proposalId: proposal.id,
      digest,
      revision: before.number,
      status: proposal.status,
      latest: true,
      evaluation,
    });
  }
  const [staged, event] = revise(
    state,
    proposal,
    { digest, candidate, evaluation, author: context.author, at: context.at, editOf: before.number },
    context,
  );
  return decided({ ...staged, evaluation }, { ...event, summary: `edited a plan: revision ${staged.revision}` });
}

export function requestChanges(
  state: State,
  input: { readonly proposalId: string; readonly revision: number; readonly text: string },
  context: Context,
): Decision<null> {
  const found = openAt(state, input.proposalId, input.revision);
  if ('refusal' in found) return refuse(found.refusal);
  if (isBlank(input.text)) return refuseFields([blankText('/text')]);
  return decided(null, {
    type: 'proposal.changes_requested',
    summary: `requested changes of revision ${input.revision}: ${cut(input.text, 120)}`,
    changes: close(state, found.proposal, { status: 'changes_requested', reason: input.text }, context),
    raisesVersion: false,
  });
}

export function rejectProposal(
  state: State,
  input: { readonly proposalId: string; readonly revision: number; readonly reason: string },
  context: Context,
): Decision<null> {
  const found = openAt(state, input.proposalId, input.revision);
  if ('refusal' in found) return refuse(found.refusal);
  if (isBlank(input.reason)) return refuseFields([blankText('/reason')]);
  const { proposal } = found;
  const idea: RejectedIdea = {
    id: proposal.id,
    parentTaskId: proposal.parentTaskId,
    titles: newestRevision(state, proposal).candidate.subtasks.map((one) => one.title),
    reason: input.reason,
    at: context.at,
    by: context.author.label,
  };
  return decided(null, {
    type: 'proposal.rejected',
    summary: `rejected a plan: ${cut(input.reason, 120)}`,
    changes: [
      ...close(state, proposal, { status: 'rejected', reason: input.reason }, context),
      created('rejected', idea),
    ],
    raisesVersion: true,
  });
}

export function withdrawProposal(state: State, id: string, context: Context): Decision<null> {
  const proposal = state.tables.proposal.get(id);
  if (!proposal) return refuse(unknownProposal);
  if (proposal.author.id !== context.author.id) return refuse(notYours);
  if (proposal.status === 'withdrawn') return decided(null);
  if (proposal.status === 'committed') return refuse(committedAlready);
  if (proposal.status === 'undone') return refuse(undoneAlready);
  if (!isOpen(proposal)) return refuse(notOpen);
  return decided(null, {
    type: 'proposal.withdrawn',
    summary: 'withdrew a plan',
    changes: close(state, proposal, { status: 'withdrawn', reason: `Withdrawn by ${context.author.label}.` }, context),
    raisesVersion: false,
  });
}

const committedAlready: Refusal = {
  code: 'already_committed',
  message: 'The plan was committed already.',
  next: 'Read the receipt with get_proposal.',
};

const undoneAlready: Refusal = {
  code: 'already_committed',
  message: 'The plan was committed, and a person undid it since.',
  next: 'Nothing is left to withdraw. Stage a plan again if a person wants one.',
};

export const notYours: Refusal = {
  code: 'not_yours',
  message: 'Another token staged this proposal.',
  next: 'Stage your own plan; a person may commit this one.',
};
