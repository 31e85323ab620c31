import type { Priority, TaskStatus } from '../../../core/workspace/task.ts';
import { priorityWord, statusWord } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { durationWords } from '../../parts/time-words.ts';
import type { FieldValue, SubtaskField } from './difference.ts';
import { useReview } from './review-context.ts';
import { StepLinks } from './step-link.tsx';
import { When } from './when.tsx';

interface FieldValueProps {
  readonly field: SubtaskField;
  readonly value: FieldValue;
}

/** One stored value of a subtask, written out. Nothing is cut. */
export function FieldValueWords({ field, value }: FieldValueProps) {
  if (value === undefined) return <span className="quiet">not stated</span>;
  if (typeof value === 'number') return durationWords(value);
  if (typeof value === 'string') return <TextValue field={field} value={value} />;
  return <ListValue field={field} values={value} />;
}

function TextValue({ field, value }: { readonly field: SubtaskField; readonly value: string }) {
  if (field === 'status') return statusWord(value as TaskStatus);
  if (field === 'priority') return priorityWord(value as Priority);
  if (field === 'plannedStart' || field === 'dueAt') return <When at={value} />;
  if (value === '') return <span className="quiet">empty</span>;
  return (
    <span className="stored">
      <PlainText>{value}</PlainText>
    </span>
  );
}

function ListValue({ field, values }: { readonly field: SubtaskField; readonly values: readonly string[] }) {
  const { view, evaluation } = useReview();
  if (values.length === 0) return <span className="quiet">none</span>;
  if (field === 'dependencyCandidateIds') return <StepLinks ids={values} />;
  return values.map((value, index) => (
    <span key={value}>
      {index > 0 && (field === 'checklistCoverageIds' ? <br /> : ', ')}
      <PlainText>{wordsFor(field, value)}</PlainText>
    </span>
  ));

  function wordsFor(of: SubtaskField, value: string): string {
    if (of === 'assignedSidekickIds') return nameOf(view.names, value);
    if (of !== 'checklistCoverageIds') return value;
    return evaluation?.coverage.find((item) => item.itemId === value)?.text ?? value;
  }
}

/** A sidekick's name; ids come from outside and may be `constructor`. */
export function nameOf(names: { readonly [id: string]: string }, id: string): string {
  if (id === 'workspace') return 'The workspace';
  return (Object.hasOwn(names, id) && names[id]) || id;
}
