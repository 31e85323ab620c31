/** Look-ups over proposals. One definition of "open" for every command and view. */

import { compareInstants, compareText } from '../../kit/compare.ts';
import type { Refusal } from '../../kit/result.ts';
import type { Approval } from '../approval/approval.ts';
import type { Comment, Proposal, Revision } from '../plan/proposal.ts';
import { edited } from '../state/apply.ts';
import type { Context } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';

export const unknownProposal: Refusal = {
  code: 'unknown_proposal',
  message: 'No proposal has that id.',
  next: 'Read get_workspace_state for the open proposals.',
};

export const notOpen: Refusal = {
  code: 'not_open',
  message: 'The proposal is decided, withdrawn or superseded.',
  next: 'Read it again with get_proposal; stage a new plan when one is needed.',
};

/** Waits for somebody: a person or its agent may still move it. */
export function isOpen(proposal: Proposal): boolean {
  return (
    proposal.status === 'awaiting_approval' || proposal.status === 'changes_requested' || proposal.status === 'approved'
  );
}

export function revisionId(proposalId: string, number: number): string {
  return `${proposalId}.${number}`;
}

/** The newest revision. A proposal without one is a fault. */
export function newestRevision(state: State, proposal: Proposal): Revision {
  const revision = state.tables.revision.get(revisionId(proposal.id, proposal.revision));
  if (!revision) throw new Error(`revision ${proposal.id}.${proposal.revision} is missing`);
  return revision;
}

/** By number: a restart reads rows by their ids, where 10 comes before 2. */
export function revisionsOf(state: State, proposalId: string): Revision[] {
  const found = (state.index.revisionsOf.get(proposalId) ?? []).flatMap((id) => state.tables.revision.get(id) ?? []);
  return found.sort((one, other) => one.number - other.number);
}

/** Oldest first. */
export function commentsOf(state: State, proposalId: string): Comment[] {
  const found = (state.index.commentsOf.get(proposalId) ?? []).flatMap((id) => state.tables.comment.get(id) ?? []);
  return found.sort((one, other) => compareInstants(one.at, other.at) || compareText(one.id, other.id));
}

export function proposalsFor(state: State, parentTaskId: string): Proposal[] {
  return [...(state.index.proposalsOf.get(parentTaskId) ?? [])].flatMap((id) => state.tables.proposal.get(id) ?? []);
}

/** The approval that counts now; lapsed ones count no more but are still the proposal's. */
export function approvalOf(state: State, proposal: Proposal): Approval | undefined {
  return proposal.approvalId === null ? undefined : state.tables.approval.get(proposal.approvalId);
}

/** Moves the proposal and voids an approval that it still had. */
export function close(state: State, proposal: Proposal, set: Partial<Proposal>, context: Context): Change[] {
  const approval = approvalOf(state, proposal);
  const changes: Change[] = [edited('proposal', proposal, { ...set, approvalId: null, updatedAt: context.at })];
  if (approval && approval.voidedAt === null && approval.usedAt === null) {
    changes.push(edited('approval', approval, { voidedAt: context.at }));
  }
  return changes;
}
