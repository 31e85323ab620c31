import { useEffect, useRef } from 'react';
import type { Subtask } from '../../../core/plan/candidate.ts';
import type { Priority, TaskStatus } from '../../../core/workspace/task.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { priorityWord, statusWord } from '../../parts/marks.tsx';
import { Choices } from './choices.tsx';
import { type FieldSet, setFields } from './edit.ts';
import { useReview } from './review-context.ts';
import { InstantField, TagsField } from './typed-fields.tsx';

/** A plan starts in one of these; the other two are refused. */
const statuses: readonly TaskStatus[] = ['backlog', 'today'];
const priorities: readonly Priority[] = ['low', 'medium', 'high', 'urgent'];

interface StepFieldsProps {
  readonly subtask: Subtask;
  readonly index: number;
  readonly close: () => void;
}

/** Every field of one subtask, in place. What is typed goes into the person's unsent edit at once. */
export function StepFields({ subtask, index, close }: StepFieldsProps) {
  const { shown, setEdit } = useReview();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const set = (fields: FieldSet) => setEdit(setFields(shown, subtask.candidateId, fields));
  return (
    <fieldset className="step-body step-fields">
      <legend className="visually-hidden">Subtask {index + 1}</legend>
      <TextField
        ref={first}
        label={`Title of subtask ${index + 1}`}
        value={subtask.title}
        maxLength={120}
        problem={subtask.title.trim() === '' ? 'A title is needed.' : null}
        onText={(title) => set({ title })}
      />
      <TextArea
        label="Description"
        value={subtask.description}
        maxLength={300}
        rows={3}
        onText={(description) => set({ description })}
      />
      <div className="fields-row">
        <SelectField label="Status" value={subtask.status} onText={(status) => set({ status: status as TaskStatus })}>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusWord(status)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Priority"
          value={subtask.priority}
          onText={(priority) => set({ priority: priority as Priority })}
        >
          {priorities.map((priority) => (
            <option key={priority} value={priority}>
              {priorityWord(priority)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Estimate in working minutes"
          type="number"
          min={1}
          max={10080}
          value={subtask.estimatedDurationMinutes ?? ''}
          onText={(text) => set({ estimatedDurationMinutes: wholeMinutes(text) })}
        />
      </div>
      <div className="fields-row">
        <InstantField label="Planned start" at={subtask.plannedStart} set={(plannedStart) => set({ plannedStart })} />
        <InstantField label="Due" at={subtask.dueAt} set={(dueAt) => set({ dueAt })} />
      </div>
      <TagsField tags={subtask.tags} set={(tags) => set({ tags })} />
      <Links subtask={subtask} set={set} />
      <div className="buttons">
        <Button small onAct={close}>
          Close the fields
        </Button>
        <span className="quiet small">Kept as a draft. Send the edit when it is done.</span>
      </div>
    </fieldset>
  );
}

/** What the subtask refers to: other subtasks, sidekicks, checklist items, a recommendation. */
function Links({ subtask, set }: { readonly subtask: Subtask; readonly set: (fields: FieldSet) => void }) {
  const { shown, evaluation } = useReview();
  const sidekicks = useLive((state) => state.sidekicks);
  const types = useRecommendations(subtask.assignedSidekickIds);
  return (
    <>
      <Choices
        legend="Depends on"
        chosen={subtask.dependencyCandidateIds}
        options={shown.subtasks
          .filter((other) => other.candidateId !== subtask.candidateId)
          .map((other) => ({ id: other.candidateId, words: other.title }))}
        set={(dependencyCandidateIds) => set({ dependencyCandidateIds })}
      />
      <Choices
        legend="Sidekicks whose advice it follows"
        short
        chosen={subtask.assignedSidekickIds}
        options={sidekicks.filter(({ enabled }) => enabled).map(({ id, name }) => ({ id, words: name }))}
        set={(assignedSidekickIds) => set({ assignedSidekickIds })}
      />
      <Choices
        legend="Checklist items it covers"
        chosen={subtask.checklistCoverageIds}
        options={(evaluation?.coverage ?? []).map(({ itemId, text }) => ({ id: itemId, words: text }))}
        set={(checklistCoverageIds) => set({ checklistCoverageIds })}
      />
      <SelectField
        label="Recommendation"
        hint={types.length === 0 ? 'The sidekicks chosen here permit none.' : undefined}
        value={subtask.recommendationType ?? ''}
        onText={(type) => set({ recommendationType: type === '' ? undefined : type })}
      >
        <option value="">None</option>
        {[...new Set([...types, ...(subtask.recommendationType ? [subtask.recommendationType] : [])])].map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** The types that the assigned sidekicks permit: the playbooks are read only when somebody edits. */
function useRecommendations(sidekickIds: readonly string[]): readonly string[] {
  const { value } = useAsk('read_sidekicks', {});
  const assigned = value?.sidekicks.filter(({ id }) => sidekickIds.includes(id)) ?? [];
  return assigned.flatMap(({ active }) => active?.playbook.recommendations ?? []);
}

function wholeMinutes(text: string): number | undefined {
  const minutes = Math.trunc(Number(text));
  return minutes >= 1 ? Math.min(minutes, 10080) : undefined;
}
