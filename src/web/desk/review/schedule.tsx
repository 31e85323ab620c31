import type { Schedule, ScheduledSubtask } from '../../../core/plan/evaluation.ts';
import { durationWords } from '../../../kit/durations.ts';
import { counted } from '../../../kit/text.ts';
import { DotIcon, FlagIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { Section } from '../../parts/shell.tsx';
import { FromTo, When } from '../../parts/time.tsx';
import { DeadlineWhen } from './deadline-when.tsx';
import { LeftOut } from './left-out.tsx';
import { useReview } from './review-context.ts';
import { StepLink, StepLinks } from './step-link.tsx';

/** When each subtask would run, with the critical path and how far the others may slip. */
export function ScheduleTable() {
  const { evaluation } = useReview();
  if (!evaluation) return null;
  const { schedule } = evaluation;
  const span = spanOf(schedule);
  return (
    <Section title="In time">
      <Late schedule={schedule} />
      <p>
        {schedule.criticalPath.length > 0 ? (
          <>
            The critical path is <StepLinks ids={schedule.criticalPath} />: whatever slips there moves the end.
          </>
        ) : (
          'There is no critical path: nothing could be placed.'
        )}
      </p>
      <div className="table-scroll">
        <table className="table schedule">
          <thead>
            <tr>
              <th scope="col">Subtask</th>
              <th scope="col">When</th>
              <th scope="col">Slack</th>
              <td className="schedule-bar" />
            </tr>
          </thead>
          <tbody>
            {schedule.subtasks.map((one) => (
              <Row
                key={one.candidateId}
                one={one}
                isOnPath={schedule.criticalPath.includes(one.candidateId)}
                deadline={schedule.deadline}
                span={span}
              />
            ))}
          </tbody>
        </table>
      </div>
      <LeftOut count={evaluation.omitted.scheduled} what="subtask" />
    </Section>
  );
}

interface RowProps {
  readonly one: ScheduledSubtask;
  readonly isOnPath: boolean;
  readonly deadline: string | null;
  readonly span: Span | null;
}

function Row({ one, isOnPath, deadline, span }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <StepLink id={one.candidateId} />
      </th>
      <td className="schedule-when">
        {one.start === null || one.end === null ? (
          <span className="quiet">not placed: no estimate</span>
        ) : (
          <FromTo start={one.start} end={one.end} />
        )}
      </td>
      <td className="schedule-slack">
        <Slack one={one} isOnPath={isOnPath} />
        {one.end !== null && deadline !== null && one.end > deadline && (
          <div>
            <Mark icon={<DotIcon />} tone="warn">
              after the deadline
            </Mark>
          </div>
        )}
      </td>
      <td className="schedule-bar">{span && <Bar one={one} span={span} />}</td>
    </tr>
  );
}

/** The critical path is one chain. Beside it a due leaves no slack, and so does another chain that is as long. */
function Slack({ one, isOnPath }: Pick<RowProps, 'one' | 'isOnPath'>) {
  if (one.critical && !isOnPath) return 'none';
  if (one.critical) {
    return (
      <Mark icon={<FlagIcon />} tone="accent">
        critical
      </Mark>
    );
  }
  if (one.slackMinutes !== null) {
    return (
      <>
        <span className="schedule-word">slack </span>
        {durationWords(one.slackMinutes)}
      </>
    );
  }
  return (
    <span className="quiet">
      {one.start === null ? 'unknown: no estimate' : 'unknown: a later step has no estimate'}
    </span>
  );
}

/** Slack counts to the end of the plan. When that end is too late or close to it, slack alone would look like time. */
function Late({ schedule: { deadlineEffect, deadline, end, subtasks } }: { readonly schedule: Schedule }) {
  if (deadline === null || (deadlineEffect !== 'missed' && deadlineEffect !== 'at-risk')) return null;
  const late = subtasks.filter((one) => one.end !== null && one.end > deadline).length;
  return (
    <p>
      <Mark icon={<DotIcon />} tone={deadlineEffect === 'missed' ? 'bad' : 'warn'}>
        {deadlineEffect === 'missed' ? 'Misses the deadline' : 'At risk'}
      </Mark>
      {': '}
      {end !== null && (
        <>
          the plan ends <When at={end} />, the deadline is <DeadlineWhen at={deadline} />
        </>
      )}
      {late > 0
        ? `; ${counted(late, 'step ends', 'steps end')} after it.`
        : deadlineEffect === 'missed'
          ? '; there is not enough free time before it.'
          : '; less than a fifth of the work is left as room between the two.'}{' '}
      Slack is what a step may slip before the plan ends later, not before the deadline.
    </p>
  );
}

interface Span {
  readonly from: number;
  readonly length: number;
  readonly deadline: number | null;
}

function spanOf({ subtasks, deadline }: Schedule): Span | null {
  const times = subtasks
    .flatMap(({ start, end }) => (start !== null && end !== null ? [start, end] : []))
    .concat(deadline ?? [])
    .map((at) => Date.parse(at));
  if (times.length < 2) return null;
  const from = Math.min(...times);
  return {
    from,
    length: Math.max(1, Math.max(...times) - from),
    deadline: deadline === null ? null : Date.parse(deadline),
  };
}

/** The row's place in the whole span. Everything it shows stands in the row as words. */
function Bar({ one, span }: { readonly one: ScheduledSubtask; readonly span: Span }) {
  const at = (ms: number) => ((ms - span.from) / span.length) * 200;
  const start = one.start === null ? null : at(Date.parse(one.start));
  const end = one.end === null ? null : at(Date.parse(one.end));
  return (
    <svg viewBox="0 0 200 16" preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" y1="8" x2="200" y2="8" className="bar-line" />
      {start !== null && end !== null && (
        <rect
          x={start}
          y={one.critical ? 3 : 5}
          width={Math.max(2, end - start)}
          height={one.critical ? 10 : 6}
          className={one.critical ? 'bar-critical' : 'bar-plain'}
        />
      )}
      {span.deadline !== null && (
        <line x1={at(span.deadline) - 0.5} y1="0" x2={at(span.deadline) - 0.5} y2="16" className="bar-deadline" />
      )}
    </svg>
  );
}
