import type { Capacity, Evaluation } from '../../../core/plan/evaluation.ts';
import type { Task } from '../../../core/workspace/task.ts';
import { durationWords } from '../../../kit/durations.ts';
import { counted } from '../../../kit/text.ts';
import { aliasOf } from '../../data/live-state.ts';
import { useLive } from '../../data/use-live.ts';
import { FlagIcon } from '../../parts/icons.tsx';
import { Mark, PriorityMark, StatusMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { When } from '../../parts/time.tsx';
import { dayWords } from '../../parts/time-words.ts';
import { DeadlineWhen } from './deadline-when.tsx';
import { useReview } from './review-context.ts';
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
      <Existing />
      {evaluation && (
        <>
          <div>
            <dt>Deadline</dt>
            <dd>
              <Deadline evaluation={evaluation} />
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

/** What hangs below the task already, without what this very plan made: a plan may repeat it, or lean on it. */
function Existing() {
  const { view, workspaceUrl } = useReview();
  const children = useLive((state) => (view.parent ? state.childrenOf.get(view.parent.id) : undefined)) ?? [];
  const own = new Set(view.proposal.receipt?.tasks.map(({ taskId }) => taskId));
  const existing = children.filter(({ id }) => !own.has(id));
  if (existing.length === 0) return null;
  const list = (
    <ul>
      {existing.map((task) => (
        <li key={task.id}>
          <StatusMark status={task.status} shapeOnly />{' '}
          <a href={`${workspaceUrl}/task/${aliasOf(task)}`}>
            <span className="alias">{aliasOf(task)}</span> <PlainText>{task.title}</PlainText>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <div>
      <dt>Has already</dt>
      <dd>
        {existing.length <= SHOWN_EXISTING ? (
          list
        ) : (
          <details>
            <summary>{counted(existing.length, 'subtask')}</summary>
            {list}
          </details>
        )}
      </dd>
    </div>
  );
}

const SHOWN_EXISTING = 5;

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

/** The day, then what the plan does to it, once. */
function Deadline({ evaluation }: { readonly evaluation: Evaluation }) {
  const { deadline, deadlineEffect, end } = evaluation.schedule;
  if (deadline === null) return `${deadlineWords.none}.`;
  return (
    <>
      <Mark icon={<FlagIcon />} tone={deadlineTones[deadlineEffect]}>
        <DeadlineWhen at={deadline} />
      </Mark>
      . {deadlineWords[deadlineEffect]}.{' '}
      {end !== null && (
        <>
          Its last placed step ends <When at={end} />
          {deadlineEffect === 'missed' && end <= deadline && ', but there is not enough free time before it'}.
        </>
      )}
    </>
  );
}

const deadlineTones = { none: 'quiet', met: 'quiet', 'at-risk': 'warn', missed: 'bad', unknown: 'quiet' } as const;

function CapacityWords({ capacity }: { readonly capacity: Capacity }) {
  const { neededMinutes, unestimated, fits, until, overfullDays } = capacity;
  if (neededMinutes === 0) return 'Unknown: no subtask has an estimate.';
  return (
    <>
      {fits === null ? 'Unknown' : fits ? 'It fits' : 'It does not fit'}: {durationWords(neededMinutes)} of work
      {unestimated > 0 && ` and ${counted(unestimated, 'subtask')} without an estimate`}.{' '}
      {until === null ? (
        'There is not so much time left within a year.'
      ) : (
        <>
          Begun now, {unestimated > 0 ? 'what is estimated' : 'it'} would be done by <When at={until} />.
        </>
      )}{' '}
      <span className="quiet">{takenWords(capacity)}</span>
      {overfullDays.length > 0 && (
        <ul className="bullets">
          {overfullDays.map(({ date, plannedMinutes, freeMinutes }) => (
            <li key={date}>
              {dayWords(date)} is too full: {durationWords(plannedMinutes)} planned, room for{' '}
              {durationWords(freeMinutes)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What else takes the working time until then; what is nothing is not said. */
function takenWords({ workingMinutes, committedMinutes, otherPlannedMinutes }: Capacity): string {
  const taken = [
    ...(committedMinutes > 0 ? [`${durationWords(committedMinutes)} committed`] : []),
    ...(otherPlannedMinutes > 0 ? [`${durationWords(otherPlannedMinutes)} planned for other tasks`] : []),
  ];
  const words = taken.length > 0 ? `less ${taken.join(' and ')}` : 'nothing of it taken';
  return `(${durationWords(workingMinutes)} of working time, ${words})`;
}
