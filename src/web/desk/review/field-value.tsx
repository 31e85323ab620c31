import type { Priority, TaskStatus } from '../../../core/workspace/task.ts';
import { durationWords } from '../../../kit/durations.ts';
import { useAsk } from '../../data/use-ask.ts';
import { priorityWord, statusWord } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { When } from '../../parts/time.tsx';
import type { FieldValue, SubtaskField } from './difference.ts';
import { useReview } from './review-context.ts';
import { StepLinks } from './step-link.tsx';

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
      {field === 'checklistCoverageIds' ? (
        <ItemWords id={value} listed={evaluation?.coverage.find((item) => item.itemId === value)?.text} />
      ) : (
        <PlainText>{field === 'assignedSidekickIds' ? nameOf(view.names, value) : value}</PlainText>
      )}
    </span>
  ));
}

interface ItemWordsProps {
  readonly id: string;
  /** As the evaluation has it; it lists only the items of those who vote. */
  readonly listed: string | undefined;
}

function ItemWords({ id, listed }: ItemWordsProps) {
  return listed === undefined ? <UnlistedItem id={id} /> : <PlainText>{listed}</PlainText>;
}

function UnlistedItem({ id }: { readonly id: string }) {
  const { value } = useAsk('read_sidekicks', {});
  const items = value?.sidekicks.flatMap(({ active }) => active?.playbook.checklist ?? []) ?? [];
  return <PlainText>{items.find((item) => item.id === id)?.text ?? id}</PlainText>;
}

/** A sidekick's name; ids come from outside and may be `constructor`. */
export function nameOf(names: { readonly [id: string]: string }, id: string): string {
  if (id === 'workspace') return 'The workspace';
  return (Object.hasOwn(names, id) && names[id]) || id;
}
