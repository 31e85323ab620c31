import type { ReactNode } from 'react';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import type { PermissionRequest, Question } from '../../core/run/question.ts';
import type { Outcome, Run, RunStatus } from '../../core/run/run.ts';
import { CheckIcon, CrossIcon, DashedIcon, DotIcon, HalfIcon, LockIcon, RingIcon, TurnIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/marks.tsx';
import { claimWords, statusWords } from './words.ts';

type Tone = 'plain' | 'quiet' | 'good' | 'warn' | 'bad' | 'accent';
type Shapes<K extends string> = { readonly [S in K]: { readonly icon: ReactNode; readonly tone: Tone } };
type Worded<K extends string> = {
  readonly [S in K]: { readonly word: string; readonly icon: ReactNode; readonly tone: Tone };
};

/** `completed` is a square-dotted plain shape, not a tick: only a person's acceptance gets one. */
const statuses: Shapes<RunStatus> = {
  waiting_grant: { icon: <LockIcon />, tone: 'warn' },
  starting: { icon: <RingIcon />, tone: 'accent' },
  running: { icon: <HalfIcon />, tone: 'accent' },
  waiting_input: { icon: <DotIcon />, tone: 'warn' },
  cancelling: { icon: <TurnIcon />, tone: 'warn' },
  completed: { icon: <EndIcon />, tone: 'plain' },
  failed: { icon: <CrossIcon />, tone: 'bad' },
  cancelled: { icon: <DashedIcon />, tone: 'quiet' },
  interrupted: { icon: <BreakIcon />, tone: 'bad' },
};

export function RunMark({ status }: { readonly status: RunStatus }) {
  const { icon, tone } = statuses[status];
  return (
    <Mark icon={icon} tone={tone}>
      {statusWords[status]}
    </Mark>
  );
}

const outcomes: Shapes<Outcome> = {
  success: { icon: <ClaimIcon />, tone: 'plain' },
  partial: { icon: <HalfIcon />, tone: 'warn' },
  blocked: { icon: <LockIcon />, tone: 'warn' },
};

interface ClaimProps {
  readonly outcome: Outcome;
  /** It goes on a sentence: "The worker claims success". */
  readonly within?: boolean;
}

/** What the worker claims. Never green: nobody has looked yet. */
export function ClaimMark({ outcome, within = false }: ClaimProps) {
  const { icon, tone } = outcomes[outcome];
  return (
    <Mark icon={icon} tone={tone}>
      {within ? claimWords[outcome].toLowerCase() : claimWords[outcome]}
    </Mark>
  );
}

/** A person's word on what came out. */
export function VerdictMark({ verdict }: { readonly verdict: NonNullable<Run['verdict']> }) {
  const accepted = verdict.kind === 'accepted';
  return (
    <Mark icon={accepted ? <CheckIcon /> : <TurnIcon />} tone={accepted ? 'good' : 'warn'}>
      {accepted ? 'Accepted' : 'Sent back'} by {verdict.by}
    </Mark>
  );
}

const questions: Worded<Question['status']> = {
  open: { word: 'Waits for an answer', icon: <DotIcon />, tone: 'warn' },
  answered: { word: 'Answered', icon: <CheckIcon />, tone: 'plain' },
  timed_out: { word: 'Timed out', icon: <CrossIcon />, tone: 'bad' },
  late: { word: 'Answered too late', icon: <TurnIcon />, tone: 'warn' },
  closed: { word: 'Closed with the run', icon: <DashedIcon />, tone: 'quiet' },
};

export function QuestionMark({ status }: Pick<Question, 'status'>) {
  const { word, icon, tone } = questions[status];
  return (
    <Mark icon={icon} tone={tone}>
      {word}
    </Mark>
  );
}

const requests: Worded<PermissionRequest['status']> = {
  open: { word: 'Waits for a decision', icon: <DotIcon />, tone: 'warn' },
  allowed: { word: 'Allowed once', icon: <CheckIcon />, tone: 'plain' },
  denied: { word: 'Denied', icon: <CrossIcon />, tone: 'plain' },
  timed_out: { word: 'Timed out, so denied', icon: <CrossIcon />, tone: 'bad' },
  closed: { word: 'Closed with the run', icon: <DashedIcon />, tone: 'quiet' },
};

export function RequestMark({ status }: Pick<PermissionRequest, 'status'>) {
  const { word, icon, tone } = requests[status];
  return (
    <Mark icon={icon} tone={tone}>
      {word}
    </Mark>
  );
}

const checks: Worded<CheckRunRecord['status']> = {
  passed: { word: 'Passed', icon: <CheckIcon />, tone: 'plain' },
  failed: { word: 'Failed', icon: <CrossIcon />, tone: 'bad' },
  not_run: { word: 'Not run', icon: <DashedIcon />, tone: 'quiet' },
};

export function RunsNowMark() {
  return (
    <Mark icon={<HalfIcon />} tone="accent">
      Runs now
    </Mark>
  );
}

/** What a check gave. A pass that satisfies nothing says why in its words. */
export function CheckMark({ run }: { readonly run: CheckRunRecord }) {
  if (run.running) return <RunsNowMark />;
  if (run.status === 'passed' && run.changedByRun && !run.changeAccepted) {
    return (
      <Mark icon={<DotIcon />} tone="warn">
        Passed, check changed by this run
      </Mark>
    );
  }
  const { word, icon, tone } = checks[run.status];
  return (
    <Mark icon={icon} tone={tone === 'plain' && run.source === 'observed' ? 'good' : tone}>
      {word}
    </Mark>
  );
}

function EndIcon() {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor">
      <circle cx="7" cy="7" r="5.25" strokeWidth="1.5" />
      <rect x="5" y="5" width="4" height="4" fill="currentColor" stroke="none" />
    </svg>
  );
}

function BreakIcon() {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M7 1.75a5.25 5.25 0 0 1 0 10.5M5.5 12a5.25 5.25 0 0 1 0-10" strokeWidth="1.5" strokeDasharray="6 2" />
      <path d="m7.8 3.6-2 3h2.4l-2 3.4" strokeWidth="1.25" />
    </svg>
  );
}

/** A speech bubble: somebody says so. */
function ClaimIcon() {
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M2 2.5h10v7H6.5L4 12V9.5H2z" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
