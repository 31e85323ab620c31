import { PlainText } from '../../parts/plain-text.tsx';
import { useReview } from './review-context.ts';

/** The element of the n-th subtask, from 0. Handles are the agent's words, so they name no element. */
export function stepId(index: number): string {
  return `step-${index + 1}`;
}

/** A subtask by number and title, as a link to its place in the document. One that is not there is named by its handle. */
export function StepLink({ id }: { readonly id: string }) {
  const { shown } = useReview();
  const index = shown.subtasks.findIndex((subtask) => subtask.candidateId === id);
  const subtask = shown.subtasks[index];
  if (!subtask) {
    return (
      <span className="stored">
        <code>
          <PlainText>{id}</PlainText>
        </code>{' '}
        (not in this plan)
      </span>
    );
  }
  return (
    <a className="step-link" href={`#${stepId(index)}`}>
      {index + 1}&nbsp;
      <PlainText>{subtask.title}</PlainText>
    </a>
  );
}

export function StepLinks({ ids }: { readonly ids: readonly string[] }) {
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <StepLink id={id} />
    </span>
  ));
}
