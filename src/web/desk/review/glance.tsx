import type { Capacity, Evaluation } from '../../../core/plan/evaluation.ts';
import type { Task } from '../../../core/workspace/task.ts';
import { counted } from '../../../kit/text.ts';
import { DeadlineMark, PriorityMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { dayWords, durationWords } from '../../parts/time-words.ts';
import { useReview } from './review-context.ts';
import { When } from './when.tsx';
import { deadlineWords } from './words.ts';

/** The task the plan is for, and what the plan does to its deadline and to the time there is. */
export function Glance() {
  const { view, evaluation, shown } = useReview();
  return (
    <dl className="facts glance">
      <div>
        <dt>Task</dt>
        <dd>
          {view.parent ? <Parent parent={view.parent} /> : 'The task is gone: it is in the trash or was never kept.'}
        </dd>
      </div>
      {evaluation && (
        <>
          <div>
            <dt>Deadline</dt>
            <dd>
              <Deadline evaluation={evaluation} parent={view.parent} />
            </dd>
          </div>
          <div>
            <dt>Capacity</dt>
            <dd>
              <CapacityWords capacity={evaluation.capacity} />
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>Extent</dt>
        <dd>
          {counted(shown.subtasks.length, 'subtask')}
          {evaluation &&
            evaluation.capacity.neededMinutes > 0 &&
            `, ${durationWords(evaluation.capacity.neededMinutes)} estimated`}
          {evaluation &&
            evaluation.schedule.unestimated > 0 &&
            `, ${evaluation.schedule.unestimated} without an estimate`}
        </dd>
      </div>
    </dl>
  );
}

function Parent({ parent }: { readonly parent: Task }) {
  const { view, workspaceUrl } = useReview();
  return (
    <>
      <a href={`${workspaceUrl}/task/${view.parentAlias}`}>
        <span className="alias">{view.parentAlias}</span> <PlainText>{parent.title}</PlainText>
      </a>{' '}
      <PriorityMark priority={parent.priority} />
      {parent.description !== '' && (
        <details>
          <summary>Its description ({counted([...parent.description].length, 'character')})</summary>
          <p className="stored">
            <PlainText>{parent.description}</PlainText>
          </p>
        </details>
      )}
    </>
  );
}

function Deadline({ evaluation, parent }: { readonly evaluation: Evaluation; readonly parent: Task | null }) {
  const { deadline, deadlineEffect, end } = evaluation.schedule;
  if (deadline === null) return deadlineWords.none;
  const due = parent?.due;
  const when = due && 'date' in due ? `${dayWords(due.date)}, end of the day` : <When at={deadline} />;
  return (
    <>
      <DeadlineMark when={when} state={deadlineEffect === 'unknown' ? 'met' : deadlineEffect} />{' '}
      {deadlineWords[deadlineEffect]}{' '}
      {end !== null && (
        <>
          Its last placed step ends <When at={end} />.
        </>
      )}
    </>
  );
}

function CapacityWords({ capacity }: { readonly capacity: Capacity }) {
  const { workingMinutes, committedMinutes, otherPlannedMinutes, neededMinutes, fits, until, overfullDays } = capacity;
  const free = Math.max(0, workingMinutes - committedMinutes - otherPlannedMinutes);
  return (
    <>
      {fits === null ? 'Unknown: estimates are missing.' : fits ? 'It fits.' : 'It does not fit.'} Needs{' '}
      {durationWords(neededMinutes)}; {durationWords(free)} free
      {until !== null && (
        <>
          {' until '}
          <When at={until} />
        </>
      )}{' '}
      <span className="quiet">
        ({durationWords(workingMinutes)} of working time, {durationWords(committedMinutes)} committed,{' '}
        {durationWords(otherPlannedMinutes)} planned for other tasks)
      </span>
      {overfullDays.length > 0 && (
        <ul className="bullets">
          {overfullDays.map(({ date, plannedMinutes, freeMinutes }) => (
            <li key={date}>
              {dayWords(date)}: {durationWords(plannedMinutes)} planned, {durationWords(freeMinutes)} free
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
