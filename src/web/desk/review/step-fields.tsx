import { useEffect, useRef } from 'react';
import type { Subtask } from '../../../core/plan/candidate.ts';
import type { Playbook } from '../../../core/playbook/playbook.ts';
import type { Priority, TaskStatus } from '../../../core/workspace/task.ts';
import { counted } from '../../../kit/text.ts';
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
      <div className="fields-row fields-long">
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
  const playbooks = usePlaybooks();
  const types = playbooks
    .filter(({ id }) => subtask.assignedSidekickIds.includes(id))
    .flatMap(({ recommendations }) => recommendations);
  const voters = new Set([
    ...(evaluation?.votes ?? []).map(({ sidekickId }) => sidekickId),
    ...subtask.assignedSidekickIds,
  ]);
  const setItems = (checklistCoverageIds: readonly string[]) => set({ checklistCoverageIds });
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
      <ChecklistChoices playbooks={playbooks} voters={voters} chosen={subtask.checklistCoverageIds} set={setItems} />
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

/** What the enabled sidekicks permit and list: read only when somebody edits. */
function usePlaybooks(): readonly Playbook[] {
  const { value } = useAsk('read_sidekicks', {});
  return (value?.sidekicks ?? []).flatMap(({ enabled, active }) => (enabled && active ? [active.playbook] : []));
}

interface ChecklistChoicesProps {
  readonly playbooks: readonly Playbook[];
  /** Sidekicks that vote on the plan or are followed by the subtask: theirs are likely meant. */
  readonly voters: ReadonlySet<string>;
  readonly chosen: readonly string[];
  readonly set: (chosen: readonly string[]) => void;
}

/** Every item that may be claimed, from the playbooks: what an evaluation lists may have been cut. */
function ChecklistChoices({ playbooks, voters, chosen, set }: ChecklistChoicesProps) {
  const optionsOf = (all: readonly Playbook[]) =>
    all.flatMap(({ checklist, name }) => checklist.map(({ id, text }) => ({ id, words: `${text} (${name})` })));
  const others = optionsOf(playbooks.filter(({ id }) => !voters.has(id)));
  const isOther = new Set(others.map(({ id }) => id));
  // Each list holds on to what the other one has chosen.
  const near = chosen.filter((id) => !isOther.has(id));
  const far = chosen.filter((id) => isOther.has(id));
  return (
    <>
      <Choices
        legend="Checklist items it covers"
        chosen={near}
        options={optionsOf(playbooks.filter(({ id }) => voters.has(id)))}
        set={(next) => set([...next, ...far])}
      />
      {others.length > 0 && (
        <details open={far.length > 0}>
          <summary>{counted(others.length, 'item')} of sidekicks that do not vote on this plan</summary>
          <Choices
            legend="Items of other sidekicks"
            chosen={far}
            options={others}
            set={(next) => set([...near, ...next])}
          />
        </details>
      )}
    </>
  );
}

function wholeMinutes(text: string): number | undefined {
  const minutes = Math.trunc(Number(text));
  return minutes >= 1 ? Math.min(minutes, 10080) : undefined;
}
