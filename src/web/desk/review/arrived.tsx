import { counted } from '../../../kit/text.ts';
import { Button } from '../../parts/button.tsx';
import { Banner } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { differenceOf } from './difference.ts';
import { DifferenceWords } from './difference-view.tsx';
import { carryOver } from './edit.ts';
import { useReview } from './review-context.ts';
import { fieldWords } from './words.ts';

/**
 * A revision came while the person was reading another one. It is what the page shows from now on, all that was typed
 * stays, and nothing can be decided until the person has taken note.
 */
export function Arrived() {
  const { arrived, moved, newest, draft, view, takeNote } = useReview();
  const base = view.revisions.find((revision) => revision.number === draft.revision);
  return (
    <div role="status" id="arrived" tabIndex={-1}>
      {moved && !arrived && (
        <Banner
          tone="warn"
          action={
            <Button kind="main" onAct={takeNote}>
              Go on with what is shown now
            </Button>
          }
        >
          The task or a playbook changed while you were reading. What stands below is how it is now.
        </Banner>
      )}
      {arrived && base && (
        <div className="arrived">
          <Banner
            tone="warn"
            action={
              <Button kind="main" onAct={takeNote}>
                Go on with revision {newest.number}
              </Button>
            }
          >
            <PlainText>{newest.author.label}</PlainText> made revision {newest.number} while you were at revision{' '}
            {draft.revision}. It is shown below. What you typed is kept.
          </Banner>
          <DifferenceWords difference={differenceOf(base.candidate, newest.candidate)} earlier={draft.revision} />
          {draft.edit && <EditFate />}
        </div>
      )}
    </div>
  );
}

/** What happens to the person's own edit. */
function EditFate() {
  const { draft, view, newest } = useReview();
  const base = view.revisions.find((revision) => revision.number === draft.revision);
  if (!base || !draft.edit) return null;
  const { overlaps, rationale, lost } = carryOver(base.candidate, draft.edit, newest.candidate);
  return (
    <div className="quiet">
      <p>Your unsent edit moves onto revision {newest.number}.</p>
      {overlaps.map(({ candidateId, field }) => (
        <p key={`${candidateId} ${field}`}>
          Both of you changed “{fieldWords[field]}” of{' '}
          <PlainText>
            {newest.candidate.subtasks.find((one) => one.candidateId === candidateId)?.title ?? candidateId}
          </PlainText>
          : yours is kept.
        </p>
      ))}
      {rationale && <p>Both of you changed the rationale: yours is kept.</p>}
      {lost.length > 0 && (
        <p>
          {counted(lost.length, 'subtask')} that you edited {lost.length === 1 ? 'is' : 'are'} not in it any more:{' '}
          <PlainText>{lost.map(({ title }) => title).join(', ')}</PlainText>.
        </p>
      )}
    </div>
  );
}
