import type { Candidate, Subtask } from '../../../core/plan/candidate.ts';
import type { CoverageItem, Evaluation } from '../../../core/plan/evaluation.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { dependantsOf } from './edit.ts';
import { useReview } from './review-context.ts';
import { StepLink } from './step-link.tsx';

interface DropStepProps {
  readonly subtask: Subtask;
  readonly close: () => void;
  readonly drop: () => void;
}

/** Says what else goes when a subtask is dropped. Nothing is sent by it. */
export function DropStep({ subtask, close, drop }: DropStepProps) {
  const { shown, evaluation } = useReview();
  const dependants = dependantsOf(shown, subtask.candidateId);
  const uncovered = onlyCoveredBy(evaluation, subtask);
  return (
    <Dialog
      title="Drop this subtask?"
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Keep it</Button>
          <Button kind="danger" onAct={drop}>
            Drop it
          </Button>
        </>
      }
    >
      <p className="stored">
        <PlainText>{subtask.title}</PlainText>
      </p>
      {dependants.length > 0 && (
        <div>
          <p>These wait for it. They no longer would:</p>
          <ul className="bullets">
            {dependants.map(({ candidateId }) => (
              <li key={candidateId}>
                <StepLink id={candidateId} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {uncovered.length > 0 && (
        <div>
          <p>Nothing else covers these required checklist items:</p>
          <ul className="bullets">
            {uncovered.map((item) => (
              <li key={item.itemId}>
                <PlainText>{item.text}</PlainText>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="quiet">It is part of your edit until you send it; you can put it back.</p>
    </Dialog>
  );
}

export function needsWarning(candidate: Candidate, evaluation: Evaluation | null, subtask: Subtask): boolean {
  return dependantsOf(candidate, subtask.candidateId).length > 0 || onlyCoveredBy(evaluation, subtask).length > 0;
}

function onlyCoveredBy(evaluation: Evaluation | null, { candidateId }: Subtask): readonly CoverageItem[] {
  const items = evaluation?.coverage ?? [];
  return items.filter((item) => item.required && item.coveredBy.every((id) => id === candidateId) && item.coveredBy[0]);
}
