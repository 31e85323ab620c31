import type { ReactNode } from 'react';
import type { ProposalStatus } from '../../core/plan/proposal.ts';
import type { Priority, TaskStatus } from '../../core/workspace/task.ts';
import {
  CheckIcon,
  CrossIcon,
  DashedIcon,
  DotIcon,
  FlagIcon,
  HalfIcon,
  LockIcon,
  PriorityIcon,
  RingIcon,
  TurnIcon,
} from './icons.tsx';

type Tone = 'plain' | 'quiet' | 'good' | 'warn' | 'bad' | 'accent';

interface MarkProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly tone?: Tone;
  /** Only the shape is seen; the word stays for screen readers and on hover. */
  readonly shapeOnly?: boolean;
}

/** A word with its shape. Colour only repeats what the two say. */
export function Mark({ icon, children, tone = 'plain', shapeOnly }: MarkProps) {
  return (
    <span className="mark" data-tone={tone} title={shapeOnly && typeof children === 'string' ? children : undefined}>
      {icon}
      {shapeOnly ? <span className="visually-hidden">{children}</span> : children}
    </span>
  );
}

const statuses: {
  readonly [S in TaskStatus]: { readonly word: string; readonly icon: ReactNode; readonly tone: Tone };
} = {
  backlog: { word: 'Backlog', icon: <DashedIcon />, tone: 'quiet' },
  today: { word: 'Today', icon: <RingIcon />, tone: 'plain' },
  'in-progress': { word: 'In progress', icon: <HalfIcon />, tone: 'accent' },
  done: { word: 'Done', icon: <CheckIcon />, tone: 'good' },
};

export function statusWord(status: TaskStatus): string {
  return statuses[status].word;
}

export function StatusMark({ status, shapeOnly }: { readonly status: TaskStatus; readonly shapeOnly?: boolean }) {
  const { word, icon, tone } = statuses[status];
  return (
    <Mark icon={icon} tone={tone} shapeOnly={shapeOnly ?? false}>
      {word}
    </Mark>
  );
}

const priorityWords: { readonly [P in Priority]: string } = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};

export function priorityWord(priority: Priority): string {
  return priorityWords[priority];
}

export function PriorityMark({ priority, shapeOnly }: { readonly priority: Priority; readonly shapeOnly?: boolean }) {
  return (
    <Mark
      icon={<PriorityIcon priority={priority} />}
      tone={priority === 'urgent' ? 'bad' : 'quiet'}
      shapeOnly={shapeOnly ?? false}
    >
      {shapeOnly ? `${priorityWords[priority]} priority` : priorityWords[priority]}
    </Mark>
  );
}

export function BlockedMark({ by }: { readonly by?: string }) {
  return (
    <Mark icon={<LockIcon />} tone="warn">
      {by ? `Blocked by ${by}` : 'Blocked'}
    </Mark>
  );
}

export type DeadlineState = 'none' | 'met' | 'at-risk' | 'missed';

const deadlines: { readonly [D in Exclude<DeadlineState, 'none'>]: { readonly word: string; readonly tone: Tone } } = {
  met: { word: 'on track', tone: 'quiet' },
  'at-risk': { word: 'at risk', tone: 'warn' },
  missed: { word: 'missed', tone: 'bad' },
};

/**
 * `when` is the due in words. The state is said only when it is not the good one: most deadlines are not news. `met` is
 * said of what is done; before that nothing is met, it is on track.
 */
export function DeadlineMark({
  when,
  state,
  full,
  done,
}: {
  readonly when: ReactNode;
  readonly state: DeadlineState;
  readonly full?: boolean;
  readonly done?: boolean;
}) {
  if (state === 'none') return null;
  const { word, tone } = deadlines[state];
  return (
    <Mark icon={<FlagIcon />} tone={tone}>
      <span>
        {when}
        {(full || state !== 'met') && `, ${state === 'met' && done ? 'met' : word}`}
      </span>
    </Mark>
  );
}

const proposalStates: {
  readonly [S in ProposalStatus]: { readonly word: string; readonly icon: ReactNode; readonly tone: Tone };
} = {
  awaiting_approval: { word: 'Waits for review', icon: <RingIcon />, tone: 'accent' },
  changes_requested: { word: 'Changes requested', icon: <TurnIcon />, tone: 'warn' },
  approved: { word: 'Approved', icon: <CheckIcon />, tone: 'good' },
  committed: { word: 'Tasks created', icon: <CheckIcon />, tone: 'good' },
  undone: { word: 'Undone', icon: <TurnIcon />, tone: 'quiet' },
  rejected: { word: 'Rejected', icon: <CrossIcon />, tone: 'bad' },
  superseded: { word: 'Superseded', icon: <DashedIcon />, tone: 'quiet' },
  withdrawn: { word: 'Withdrawn', icon: <DashedIcon />, tone: 'quiet' },
};

export function proposalWord(status: ProposalStatus): string {
  return proposalStates[status].word;
}

export function ProposalMark({ status }: { readonly status: ProposalStatus }) {
  const { word, icon, tone } = proposalStates[status];
  return (
    <Mark icon={icon} tone={tone}>
      {word}
    </Mark>
  );
}

const votes = {
  approve: { word: 'Approves', icon: <CheckIcon />, tone: 'good' },
  concern: { word: 'Concern', icon: <DotIcon />, tone: 'warn' },
  block: { word: 'Blocks', icon: <CrossIcon />, tone: 'bad' },
} as const;

/** A sidekick's vote on a plan. */
export function VoteMark({ vote }: { readonly vote: keyof typeof votes }) {
  const { word, icon, tone } = votes[vote];
  return (
    <Mark icon={icon} tone={tone}>
      {word}
    </Mark>
  );
}
