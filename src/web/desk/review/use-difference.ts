import { useMemo } from 'react';
import type { Candidate } from '../../../core/plan/candidate.ts';
import { type Difference, differenceOf } from './difference.ts';
import { useReview } from './review-context.ts';

export interface ShownDifference {
  /** Null when there is nothing to compare with. */
  readonly difference: Difference | null;
  /** "in your edit", "since revision 2". */
  readonly words: string;
  readonly before: Candidate | null;
}

/** An unsent edit is compared with the newest revision, otherwise that one with the one before it. */
export function useDifference(): ShownDifference {
  const { view, newest, shown, edited } = useReview();
  const earlier = edited ? newest : view.revisions.at(-2);
  const difference = useMemo(() => (earlier ? differenceOf(earlier.candidate, shown) : null), [earlier, shown]);
  return {
    difference,
    words: edited ? 'in your edit' : `since revision ${earlier?.number ?? 0}`,
    before: earlier?.candidate ?? null,
  };
}
