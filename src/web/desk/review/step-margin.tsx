import { useState } from 'react';
import type { Subtask } from '../../../core/plan/candidate.ts';
import type { ScheduledSubtask } from '../../../core/plan/evaluation.ts';
import { durationWords } from '../../../kit/durations.ts';
import { issueLines } from '../../data/equal-words.ts';
import { Button } from '../../parts/button.tsx';
import { FlagIcon, TurnIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { FromTo } from '../../parts/time.tsx';
import { Composer, Thread } from './comments.tsx';
import { FieldChanges } from './difference-view.tsx';
import { DropStep, needsWarning } from './drop-step.tsx';
import { dropSubtask } from './edit.ts';
import { IssueNote } from './issues.tsx';
import { useReview } from './review-context.ts';
import { stepId } from './step-link.tsx';
import { useDifference } from './use-difference.ts';

interface StepMarginProps {
  readonly subtask: Subtask;
  readonly index: number;
  readonly editing: boolean;
  readonly edit: () => void;
}

/** What is said about one subtask: when it happens, what changed, issues, comments. */
export function StepMargin({ subtask, index, editing, edit }: StepMarginProps) {
  const review = useReview();
  const { candidateId } = subtask;
  const schedule = review.evaluation?.schedule;
  const issues = review.evaluation?.issues.filter((issue) => issue.candidateIds.includes(candidateId)) ?? [];
  return (
    <aside className="step-margin" aria-label={`Notes on subtask ${index + 1}`}>
      <Placed
        scheduled={schedule?.subtasks.find((one) => one.candidateId === candidateId)}
        isOnPath={schedule?.criticalPath.includes(candidateId) ?? false}
      />
      <Changed candidateId={candidateId} />
      {issueLines(issues).map((issue) => (
        <IssueNote key={`${issue.severity} ${issue.message}`} issue={issue} />
      ))}
      {review.open && !editing && <StepActs subtask={subtask} index={index} edit={edit} />}
      <Thread candidateId={candidateId} />
      {review.open && <Composer candidateId={candidateId} about={`subtask ${index + 1}`} />}
    </aside>
  );
}

function StepActs({ subtask, index, edit }: Pick<StepMarginProps, 'subtask' | 'index' | 'edit'>) {
  const { shown, evaluation, editBlocked, setEdit } = useReview();
  const [asking, setAsking] = useState(false);
  const drop = () => {
    setAsking(false);
    setEdit(dropSubtask(shown, subtask.candidateId));
    // The pressed button goes with its subtask; whoever works by keyboard goes on with the one that takes its place.
    setTimeout(() => document.getElementById(stepId(index))?.focus({ preventScroll: true }));
  };
  return (
    <div className="buttons">
      <Button kind="quiet" small blocked={editBlocked} aria-label={`Edit subtask ${index + 1}`} onAct={edit}>
        Edit
      </Button>
      <Button
        kind="quiet"
        small
        blocked={editBlocked}
        aria-label={`Drop subtask ${index + 1}`}
        onAct={() => (needsWarning(shown, evaluation, subtask) ? setAsking(true) : drop())}
      >
        Drop
      </Button>
      {asking && <DropStep subtask={subtask} close={() => setAsking(false)} drop={drop} />}
    </div>
  );
}

interface PlacedProps {
  readonly scheduled: ScheduledSubtask | undefined;
  readonly isOnPath: boolean;
}

function Placed({ scheduled, isOnPath }: PlacedProps) {
  if (!scheduled) return null;
  if (scheduled.start === null || scheduled.end === null) {
    return <p className="margin-line">Not placed in time: it states no estimate.</p>;
  }
  return (
    <p className="margin-line">
      {scheduled.basis === 'stated' ? 'Runs ' : 'Would run '}
      <FromTo start={scheduled.start} end={scheduled.end} />.{' '}
      {scheduled.critical && !isOnPath ? (
        'It may not slip.'
      ) : scheduled.critical ? (
        <Mark icon={<FlagIcon />} tone="accent">
          On the critical path
        </Mark>
      ) : (
        scheduled.slackMinutes !== null && `May slip ${durationWords(scheduled.slackMinutes)} of working time.`
      )}
    </p>
  );
}

function Changed({ candidateId }: { readonly candidateId: string }) {
  const { difference, words } = useDifference();
  const found = difference?.subtasks.find((one) => one.candidateId === candidateId && one.kind !== 'removed');
  if (!found) return null;
  return (
    <div className="margin-note" data-kind="change">
      <Mark icon={<TurnIcon />} tone="accent">
        {found.kind === 'added' ? `New ${words}` : `Changed ${words}`}
      </Mark>
      <FieldChanges changes={found.changes} />
    </div>
  );
}
