/** What a person does with proposals. Approving needs the signed request of a desk key; nothing else makes an approval. */
import type { Author } from '../../core/access/author.ts';
import { approveProposal as approve } from '../../core/proposal/approve.ts';
import { commitPlan } from '../../core/proposal/commit.ts';
import { unknownProposal } from '../../core/proposal/find.ts';
import * as review from '../../core/proposal/review.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import { instantKey } from '../../kit/compare.ts';
import { done, refuse } from '../../kit/result.ts';
import { act, minuteOf, stateOf, type UseCase } from '../parts.ts';
import { commitView } from './planning.ts';

export const commentProposal: UseCase<'comment_proposal'> = (parts, call, input) =>
  act(
    parts,
    call.author,
    (state, context) => review.commentProposal(state, input, context),
    (value) => value,
  );

export const editProposal: UseCase<'edit_proposal'> = async (parts, call, input) => {
  const nowMs = minuteOf(parts);
  const result = await parts.kernel.execute(call.author, (state, context) =>
    review.editProposal(state, input, { ...context, nowMs }),
  );
  if (!result.ok) return result;
  const { revision, digest, evaluation } = result.value.value;
  return done({ revision, digest, valid: evaluation.valid, evaluation });
};

export const requestChanges: UseCase<'request_changes'> = (parts, call, input) =>
  act(parts, call.author, (state, context) => review.requestChanges(state, input, context));

export const rejectProposal: UseCase<'reject_proposal'> = (parts, call, input) =>
  act(parts, call.author, (state, context) => review.rejectProposal(state, input, context));

export const approveProposal: UseCase<'approve_proposal'> = async (parts, call, input) => {
  const { signed, author } = call;
  // The table names only the desk for this row; this is the second lock on the same door.
  if (author.kind !== 'desk' || !signed) {
    return refuse({ code: 'forbidden', message: 'Only the desk decides.', next: 'Ask a person to open the desk.' });
  }
  const nowMs = minuteOf(parts);
  const result = await parts.kernel.execute(author, (state, context) =>
    approve(state, input, signed, { ...context, nowMs: Math.max(nowMs, context.nowMs) }),
  );
  if (!result.ok) return result;
  const { value, version } = result.value;
  if (!input.create) return done({ ...value, commit: null, version });
  const committed = await parts.kernel.execute(author, (state, context) =>
    commitPlan(state, input.proposalId, { ...context, nowMs }),
  );
  if (!committed.ok) return committed;
  return done({ ...value, commit: commitView(parts, committed.value.value), version: committed.value.version });
};

const DRAFT_CHARACTERS = 100_000;

export const saveDraft: UseCase<'save_draft'> = async (parts, call, { proposalId, body }) => {
  if (!stateOf(parts).tables.proposal.has(proposalId)) return refuse(unknownProposal);
  if (JSON.stringify(body).length > DRAFT_CHARACTERS) {
    return refuse({
      code: 'too_large',
      message: 'The draft is too long to keep.',
      next: 'Shorten it; it is still in your page.',
    });
  }
  const at = formatInstant(parts.clock.now());
  const notes = parts.store.notes(parts.workspaceId);
  const id = draftId(call.author, proposalId);
  if (Object.keys(body as object).length === 0) await notes.remove('draft', id);
  else await notes.put('draft', id, instantKey(at), { at, body });
  return done({ at });
};

export const readDraft: UseCase<'read_draft'> = async (parts, call, { proposalId }) => {
  if (!stateOf(parts).tables.proposal.has(proposalId)) return refuse(unknownProposal);
  const found = await parts.store.notes(parts.workspaceId).get('draft', draftId(call.author, proposalId));
  return done(found ?? { body: null, at: null });
};

/**
 * A person's draft is the same in every browser of theirs. The workspace page's is another than the desk's: what a script
 * saves with the page's key must not stand at the desk as the person's own words, or as an edit of theirs.
 */
function draftId({ kind, id }: Author, proposalId: string): string {
  return `${kind}.${id}.${proposalId}`;
}
