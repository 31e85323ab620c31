/** Puts together what the parts of a review share: the proposal as read, and what the person typed about it. */
import { useState } from 'react';
import type { Candidate } from '../../../core/plan/candidate.ts';
import type { Evaluation } from '../../../core/plan/evaluation.ts';
import type { Revision } from '../../../core/plan/proposal.ts';
import type { ProposalView } from '../../../protocol/views.ts';
import { useLive } from '../../data/use-live.ts';
import { differenceOf, isEmpty } from './difference.ts';
import type { Draft } from './draft.ts';
import { carryOver } from './edit.ts';
import type { Review } from './review-context.ts';
import { useDraft } from './use-draft.ts';
import { isOpen } from './words.ts';

interface ReviewOptions {
  readonly view: ProposalView;
  readonly newest: Revision;
  readonly restored: Draft;
  readonly refresh: () => void;
}

export function useReviewState({ view, newest, restored, refresh }: ReviewOptions): Review {
  const workspaceId = useLive((state) => state.workspace.id);
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  const personName = useLive((state) => state.me.name);
  const { draft, state: draftState, change } = useDraft(view.proposal.id, restored);
  const [verdict, setVerdict] = useState<{ of: Candidate; evaluation: Evaluation } | null>(null);
  const [acting, setActing] = useState(false);
  const [seen, setSeen] = useState(view.shown);

  const open = isOpen(view.proposal.status);
  const arrived = open && !acting && draft.revision < newest.number;
  const moved = open && !acting && seen !== view.shown;
  // An edit of an older revision is not laid over the new one before the person took note of that.
  const edit = open && draft.revision === newest.number ? draft.edit : null;
  const shown = edit ?? newest.candidate;

  const setEdit = (next: Candidate) =>
    change((before) => ({ ...before, edit: isEmpty(differenceOf(newest.candidate, next)) ? null : next }));
  const takeNote = () => {
    setSeen(view.shown);
    change((before) => carried(before, view.revisions, newest));
  };
  const during = async <T>(act: () => Promise<T>): Promise<T> => {
    setActing(true);
    try {
      return await act();
    } finally {
      setActing(false);
    }
  };

  return {
    view,
    workspaceId,
    workspaceUrl,
    personName,
    newest,
    arrived,
    moved,
    seen,
    takeNote,
    shown,
    edited: edit !== null,
    evaluation: edit !== null && verdict?.of === edit ? verdict.evaluation : open ? view.evaluation : newest.evaluation,
    checked: edit === null || verdict?.of === edit,
    setChecked: (of, evaluation) => setVerdict({ of, evaluation }),
    open,
    editBlocked: arrived && `Revision ${newest.number} arrived. Take note of it first.`,
    draft,
    draftState,
    change,
    setEdit,
    during,
    refresh,
  };
}

/** Everything typed stays; an edit moves onto the newer revision. */
function carried(draft: Draft, revisions: readonly Revision[], newest: Revision): Draft {
  const base = revisions.find((revision) => revision.number === draft.revision);
  if (!draft.edit || !base) return { ...draft, revision: newest.number };
  const { candidate } = carryOver(base.candidate, draft.edit, newest.candidate);
  const same = isEmpty(differenceOf(newest.candidate, candidate));
  return { ...draft, revision: newest.number, edit: same ? null : candidate };
}
