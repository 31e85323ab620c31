/**
 * The one function that makes approvals. Its caller is the desk with a signed request; `signed` is that request, whose
 * body names proposal, revision and digest, and is what `verify` checks later.
 */

import { refuse } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { type Approval, hasLapsed, lapsesAt, type SignedRequest } from '../approval/approval.ts';
import { planDigest } from '../plan/digest.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Revision } from '../plan/proposal.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { formatInstant } from '../workspace/time.ts';
import { approvalOf, newestRevision } from './find.ts';
import { openAt } from './review.ts';
import { planInvalid } from './stage.ts';
import { shownHash, shownParent, shownPlaybooks, staleness } from './staleness.ts';

export interface ApproveInput {
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
  readonly notes: string;
  /** `shownHash` of what the page showed beside the plan. */
  readonly shown: string;
}

export function approveProposal(
  state: State,
  input: ApproveInput,
  signed: SignedRequest,
  context: Context,
): Decision<{ approvalId: string; expiresAt: string }> {
  const found = openAt(state, input.proposalId, input.revision);
  if ('refusal' in found) return refuse(found.refusal);
  const { proposal } = found;
  const revision = newestRevision(state, proposal);
  if (revision.digest !== input.digest || planDigest(state.workspace.id, revision.candidate) !== input.digest) {
    return refuse({
      code: 'wrong_digest',
      message: 'The digest is not the one of that revision.',
      next: 'Read the proposal again; decide on what is shown.',
    });
  }
  const parent = state.tables.task.get(proposal.parentTaskId);
  if (!parent || input.shown !== shownHash(state, parent, context.nowMs)) {
    return refuse({
      code: 'shown_changed',
      message: 'The task or a playbook changed after it was shown to you.',
      next: 'Read the proposal again; decide on what is shown then.',
    });
  }
  const earlier = approvalOf(state, proposal);
  if (proposal.status === 'approved' && earlier && !hasLapsed(earlier, context)) {
    const stale = staleness(state, revision, earlier, proposal.parentTaskId, context.nowMs);
    if (stale.changes.length === 0) return decided({ approvalId: earlier.id, expiresAt: earlier.expiresAt });
  }
  const evaluation = evaluate(state, revision.candidate, context.nowMs);
  if (!evaluation.valid) return refuse(planInvalid(evaluation));
  const approval = approvalFrom({ state, input, signed, context }, revision, parent);
  const changes: Change[] = [
    created('approval', approval),
    edited('proposal', proposal, { status: 'approved', approvalId: approval.id, reason: null, updatedAt: context.at }),
  ];
  if (earlier) changes.push(edited('approval', earlier, { voidedAt: context.at }));
  return decided(
    { approvalId: approval.id, expiresAt: approval.expiresAt },
    {
      type: 'proposal.approved',
      summary: `approved revision ${revision.number} of a plan of ${counted(revision.candidate.subtasks.length, 'subtask')} (attended)`,
      changes,
      raisesVersion: false,
    },
  );
}

interface Decided {
  readonly state: State;
  readonly input: ApproveInput;
  readonly signed: SignedRequest;
  readonly context: Context;
}

function approvalFrom({ state, input, signed, context }: Decided, revision: Revision, parent: Task): Approval {
  return {
    id: context.nextId(),
    proposalId: revision.proposalId,
    revision: revision.number,
    digest: revision.digest,
    level: 'attended',
    personId: context.author.id,
    personName: context.author.label,
    keyId: signed.keyId,
    at: context.at,
    expiresAt: formatInstant(lapsesAt({ at: context.at, signed })),
    notes: input.notes,
    editedBy: revision.editOf === null ? null : revision.author.label,
    parent: shownParent(parent),
    playbooks: shownPlaybooks(state, parent, context.nowMs),
    signed,
    usedAt: null,
    voidedAt: null,
  };
}
