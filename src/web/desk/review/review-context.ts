/** What every part of the review reads, so that none of them hands it on. */
import { createContext, useContext } from 'react';
import type { Candidate } from '../../../core/plan/candidate.ts';
import type { Evaluation } from '../../../core/plan/evaluation.ts';
import type { Revision } from '../../../core/plan/proposal.ts';
import type { ProposalView } from '../../../protocol/views.ts';
import type { Draft } from './draft.ts';
import type { DraftState } from './draft-saver.ts';

export interface Review {
  readonly view: ProposalView;
  /** The workspace's id: part of what the digest names. */
  readonly workspaceId: string;
  readonly workspaceUrl: string;
  /** Who reads. */
  readonly personName: string;
  readonly newest: Revision;
  /** A revision came that the person has not taken note of: nothing can be decided until then. */
  readonly arrived: boolean;
  /** The task or a playbook is not as it was shown: nothing can be approved until the person has taken note. */
  readonly moved: boolean;
  /** Names the task and the playbooks as the person took note of them. */
  readonly seen: string;
  readonly takeNote: () => void;
  /** The candidate on the screen: the newest revision's, or the person's unsent edit of it. */
  readonly shown: Candidate;
  /** True while `shown` differs from the newest revision. */
  readonly edited: boolean;
  /**
   * The verdict on `shown`, at this minute; on the newest revision while an edit was not checked (`checked` false). Of a
   * decided proposal the one that it was made with: its own tasks would count against it today.
   */
  readonly evaluation: Evaluation | null;
  readonly checked: boolean;
  readonly setChecked: (edit: Candidate, evaluation: Evaluation) => void;
  /** Still to be decided. */
  readonly open: boolean;
  /** Why the plan cannot be edited now. */
  readonly editBlocked: string | false;
  readonly draft: Draft;
  readonly draftState: DraftState;
  readonly change: (update: (draft: Draft) => Draft) => void;
  /** Replaces the edit; one that equals the newest revision is none. */
  readonly setEdit: (edit: Candidate) => void;
  /** Runs an act of this page: a revision that it makes has not "arrived". */
  readonly during: <T>(act: () => Promise<T>) => Promise<T>;
  /** Reads the proposal anew. */
  readonly refresh: () => void;
}

export const ReviewContext = createContext<Review | null>(null);

export function useReview(): Review {
  const review = useContext(ReviewContext);
  if (!review) throw new Error('outside of a review');
  return review;
}
