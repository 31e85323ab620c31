import { Button } from '../../parts/button.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Comments, Composer, Thread } from './comments.tsx';
import { commentOf, type Draft, unsentComments, wholePlan, withComment } from './draft.ts';
import { useReview } from './review-context.ts';

/** What is said about the whole plan, and about subtasks that it no longer has. */
export function PlanComments() {
  const { view, shown, open, draft, change } = useReview();
  const present = new Set(shown.subtasks.map((subtask) => subtask.candidateId));
  const gone = view.comments.filter(({ candidateId }) => candidateId !== null && !present.has(candidateId));
  const stranded = unsentComments(draft).filter(
    ({ candidateId }) => candidateId !== wholePlan && !present.has(candidateId),
  );
  const isSilent = !open && gone.length === 0 && view.comments.every(({ candidateId }) => candidateId !== null);
  if (isSilent) return null;
  return (
    <Section title="On the whole plan">
      <Thread candidateId={wholePlan} />
      {open && <Composer candidateId={wholePlan} about="the whole plan" />}
      {gone.length > 0 && (
        <>
          <h3>On subtasks that are not in it any more</h3>
          <Comments comments={gone} />
        </>
      )}
      {stranded.map(({ candidateId, text }) => (
        <div key={candidateId} className="margin-note">
          <p className="stored">
            <PlainText>{text}</PlainText>
          </p>
          <p className="quiet small">Your unsent comment on a subtask that is not in the plan any more.</p>
          <div className="buttons">
            <Button small onAct={() => change((before) => movedToPlan(before, candidateId))}>
              Make it a comment on the plan
            </Button>
            <Button kind="quiet" small onAct={() => change((before) => withComment(before, candidateId, ''))}>
              Discard
            </Button>
          </div>
        </div>
      ))}
    </Section>
  );
}

/** Added to what is typed about the plan already. */
function movedToPlan(draft: Draft, candidateId: string): Draft {
  const words = [commentOf(draft, wholePlan), commentOf(draft, candidateId)].filter((text) => text !== '').join('\n\n');
  return withComment(withComment(draft, candidateId, ''), wholePlan, words);
}
