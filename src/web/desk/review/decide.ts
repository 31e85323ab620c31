/** A person's decision on the revision shown, from the press of a button to the answer. */
import { useState } from 'react';
import type { Refusal, Result } from '../../../kit/result.ts';
import type { AnswerOf } from '../../data/answers.ts';
import type { Api } from '../../data/api.ts';
import { useApi } from '../../data/use-live.ts';
import { blankDraft, type Draft, unsentComments, wholePlan } from './draft.ts';
import { type Review, useReview } from './review-context.ts';

/** `create` approves and creates the tasks; `commit` creates those of an approval that is there already. */
export type Choice = 'create' | 'approve' | 'changes' | 'reject' | 'commit';

export type CommitAnswer = AnswerOf<'commit_task_plan'>;

interface DecideState {
  readonly busy: Choice | null;
  readonly refusal: Refusal | null;
  /** What a decision lacks, said beside its words. */
  readonly problem: string | null;
  /** A commit that created nothing, and why. */
  readonly held: CommitAnswer | null;
  /** Waits for the person to say what happens to comments that were not sent. */
  readonly asking: Choice | null;
}

const DOUBLE_CLICK_MS = 700;

const calm: DecideState = { busy: null, refusal: null, problem: null, held: null, asking: null };

export function useDecide() {
  const review = useReview();
  const api = useApi();
  const [state, setState] = useState(calm);

  function press(choice: Choice): void {
    const problem = missingWords(choice, review.draft);
    if (problem) setState({ ...calm, problem });
    else if (unsentComments(review.draft).length > 0) setState({ ...calm, asking: choice });
    else void run(choice, false);
  }

  async function run(choice: Choice, withComments: boolean): Promise<void> {
    setState({ ...calm, busy: choice });
    const sent = withComments ? await sendComments(api, review) : null;
    const answer = sent ?? (await decide(api, review, choice));
    // Also after a refusal: `not_latest` means that there is something newer to show.
    review.refresh();
    if (!answer.ok) {
      setState({ ...calm, refusal: answer.refusal });
    } else {
      // At once: what the person types while the buttons rest belongs to what comes next.
      review.change((before) => blankDraft(Math.max(before.revision, review.newest.number)));
      // What a button says changes with the decision: the second half of a double click must not press the next one.
      await new Promise((over) => setTimeout(over, DOUBLE_CLICK_MS));
      const held = answer.value && answer.value.status !== 'committed' ? answer.value : null;
      setState({ ...calm, held });
    }
  }

  return {
    ...state,
    press,
    run: (choice: Choice, withComments: boolean) => void run(choice, withComments),
    calm: () => setState(calm),
  };
}

function missingWords(choice: Choice, draft: Draft): string | null {
  if (draft.notes.trim() !== '') return null;
  if (choice === 'changes') return 'Say what should change. The agent reads it.';
  if (choice === 'reject') return 'Say why. The reason is remembered for this task.';
  return null;
}

/** The answer of a commit, or null when the choice commits nothing. */
async function decide(api: Api, review: Review, choice: Choice): Promise<Result<CommitAnswer | null>> {
  const { view, newest, draft, seen: shown } = review;
  const named = { proposalId: view.proposal.id, revision: newest.number };
  if (choice === 'commit') return api.call('commit_task_plan', { proposalId: named.proposalId });
  if (choice === 'changes') return nothing(await api.call('request_changes', { ...named, text: draft.notes }));
  if (choice === 'reject') return nothing(await api.call('reject_proposal', { ...named, reason: draft.notes }));
  const create = choice === 'create';
  const exactly = { ...named, digest: newest.digest, shown };
  const answer = await api.call('approve_proposal', { ...exactly, notes: draft.notes, create });
  return answer.ok ? { ok: true, value: answer.value.commit as CommitAnswer | null } : answer;
}

function nothing(answer: Result<unknown>): Result<null> {
  return answer.ok ? { ok: true, value: null } : answer;
}

/** One after the other, as they stand in the document; each that was sent is gone from the draft. */
async function sendComments(
  api: Api,
  { view, newest, draft, change }: Review,
): Promise<(Result<null> & { ok: false }) | null> {
  for (const { candidateId, text } of unsentComments(draft)) {
    const about = candidateId === wholePlan ? {} : { candidateId };
    const answer = await api.call('comment_proposal', {
      proposalId: view.proposal.id,
      revision: newest.number,
      text,
      ...about,
    });
    if (!answer.ok) return answer;
    change((before) => {
      const { [candidateId]: _, ...comments } = before.comments;
      return { ...before, comments };
    });
  }
  return null;
}
