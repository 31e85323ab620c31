import { counted } from '../../../kit/text.ts';
import { issueLines } from '../../data/equal-words.ts';
import { CheckIcon, CrossIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { useZone } from '../../parts/time.tsx';
import { clockTime } from '../../parts/time-words.ts';
import { unsentComments } from './draft.ts';
import { useReview } from './review-context.ts';

/** Stays in sight while the document is read. Only the desk's own words: no text of an agent comes near a decision. */
export function ReviewBar() {
  const { newest, evaluation, open, draft, edited, checked } = useReview();
  if (!open) return null;
  const unsent = unsentComments(draft).length;
  const issues = issueLines(evaluation?.issues ?? []).length;
  return (
    <div className="review-bar">
      <span>Revision {newest.number}</span>
      {evaluation && (
        <Mark icon={evaluation.valid ? <CheckIcon /> : <CrossIcon />} tone={evaluation.valid ? 'good' : 'bad'}>
          {evaluation.valid ? 'Valid' : 'Not valid'}
          {issues > 0 && `, ${counted(issues, 'issue')}`}
        </Mark>
      )}
      {edited && <a href="#edit">{checked ? 'Unsent edit, checked' : 'Unsent edit'}</a>}
      {unsent > 0 && <span>{counted(unsent, 'unsent comment')}</span>}
      <DraftWords />
      <a className="review-bar-end" href="#decision">
        To the decision
      </a>
    </div>
  );
}

function DraftWords() {
  const { draftState } = useReview();
  const zone = useZone();
  return (
    <span className="quiet" role="status">
      {draftState.kind === 'typing' && 'Saving the draft…'}
      {draftState.kind === 'saved' && `Draft saved ${clockTime(Date.parse(draftState.at), zone)}`}
      {draftState.kind === 'failed' &&
        `Draft not saved: ${draftState.refusal.message} It stays in this page and is tried again.`}
    </span>
  );
}
