import { flushSync } from 'react-dom';
import type { Subtask } from '../../../core/plan/candidate.ts';
import { durationWords } from '../../../kit/durations.ts';
import { PriorityMark, StatusMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Tag } from '../../parts/tag.tsx';
import type { SubtaskField } from './difference.ts';
import { FieldValueWords } from './field-value.tsx';
import { useReview } from './review-context.ts';
import { StepFields } from './step-fields.tsx';
import { stepId } from './step-link.tsx';
import { StepMargin } from './step-margin.tsx';
import { useSteps } from './use-steps.ts';
import { fieldWords } from './words.ts';

/** The plan as an ordered document, each subtask with its margin. */
export function Steps() {
  const { shown } = useReview();
  const { editing, setEditing, onKeyDown } = useSteps();
  const leaveFields = (index: number) => {
    // At once, so that the text stands where the tall fields were before anything is scrolled.
    flushSync(() => setEditing(null));
    const step = document.getElementById(stepId(index));
    step?.focus({ preventScroll: true });
    void step?.scrollIntoView({ block: 'nearest' });
  };
  return (
    // The list itself takes no focus; its keys work while something inside it has it, and repeat what the buttons do.
    <ol className="steps" onKeyDown={onKeyDown}>
      {shown.subtasks.map((subtask, index) => (
        <li key={subtask.candidateId} id={stepId(index)} className="step" tabIndex={-1}>
          {editing === subtask.candidateId ? (
            <StepFields subtask={subtask} index={index} close={() => leaveFields(index)} />
          ) : (
            <StepText subtask={subtask} index={index} />
          )}
          <StepMargin
            subtask={subtask}
            index={index}
            editing={editing === subtask.candidateId}
            edit={() => setEditing(subtask.candidateId)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Said in a line of their own, in this order, when they are there. */
const lines: readonly SubtaskField[] = [
  'plannedStart',
  'dueAt',
  'dependencyCandidateIds',
  'assignedSidekickIds',
  'checklistCoverageIds',
  'recommendationType',
];

function StepText({ subtask, index }: { readonly subtask: Subtask; readonly index: number }) {
  const stated = lines.filter((field) => !isBlank(subtask[field]));
  return (
    <div className="step-body">
      <h3 className="step-title">
        <span className="step-number">{index + 1}</span>
        <span className="stored">
          <PlainText>{subtask.title}</PlainText>
        </span>
      </h3>
      {subtask.description === '' ? (
        <p className="quiet">No description.</p>
      ) : (
        <p className="stored">
          <PlainText>{subtask.description}</PlainText>
        </p>
      )}
      <div className="step-marks">
        <StatusMark status={subtask.status} />
        <PriorityMark priority={subtask.priority} />
        {subtask.estimatedDurationMinutes === undefined ? (
          <span className="quiet">No estimate</span>
        ) : (
          <span>{durationWords(subtask.estimatedDurationMinutes)}</span>
        )}
        {subtask.tags.map((tag) => (
          <Tag key={tag}>
            <PlainText>{tag}</PlainText>
          </Tag>
        ))}
      </div>
      {stated.length > 0 && (
        <dl className="facts">
          {stated.map((field) => (
            <div key={field}>
              <dt>{fieldWords[field]}</dt>
              <dd>
                <FieldValueWords field={field} value={subtask[field]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function isBlank(value: Subtask[SubtaskField]): boolean {
  return value === undefined || value === '' || (typeof value === 'object' && value.length === 0);
}
