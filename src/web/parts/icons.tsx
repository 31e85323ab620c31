/** The shapes of states, 14 px. Each is told from the others without colour. They say nothing; the word beside them does. */
import type { ReactNode } from 'react';
import type { Priority } from '../../core/workspace/task.ts';

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 14 14"
      width="14"
      height="14"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      {children}
    </svg>
  );
}

export function DashedIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="5.25" strokeDasharray="2 2.12" />
    </Icon>
  );
}

export function RingIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="5.25" />
    </Icon>
  );
}

export function HalfIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="5.25" />
      <path d="M7 4a3 3 0 0 1 0 6z" fill="currentColor" stroke="none" />
    </Icon>
  );
}

export function CheckIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="5.25" />
      <path d="m4.6 7.2 1.7 1.7 3.2-3.6" />
    </Icon>
  );
}

export function CrossIcon() {
  return (
    <Icon>
      <circle cx="7" cy="7" r="5.25" />
      <path d="m5 5 4 4m0-4L5 9" />
    </Icon>
  );
}

export function DotIcon() {
  return (
    <Icon>
      <path d="M7 1.9 12.6 12H1.4z" strokeLinejoin="round" />
      <path d="M7 5.4v3M7 9.6v1" />
    </Icon>
  );
}

export function TurnIcon() {
  return (
    <Icon>
      <path d="M3 5h5.5a3 3 0 0 1 0 6H5M5.2 2.6 2.8 5l2.4 2.4" />
    </Icon>
  );
}

export function LockIcon() {
  return (
    <Icon>
      <rect x="2.75" y="6" width="8.5" height="6" rx="1" />
      <path d="M4.75 6V4.25a2.25 2.25 0 0 1 4.5 0V6" />
    </Icon>
  );
}

export function FlagIcon() {
  return (
    <Icon>
      <path d="M3.5 12.5v-11M3.5 2.25h7l-1.75 2.5 1.75 2.5h-7" />
    </Icon>
  );
}

const bars: { readonly [P in Priority]: number } = { low: 1, medium: 2, high: 3, urgent: 3 };

/** One to three bars; urgent is a filled square with a mark. */
export function PriorityIcon({ priority }: { readonly priority: Priority }) {
  if (priority === 'urgent') {
    return (
      <Icon>
        <rect x="1.75" y="1.75" width="10.5" height="10.5" rx="1.5" />
        <path d="M7 4v3.6M7 9v1.2" />
      </Icon>
    );
  }
  return (
    <Icon>
      <path d="M3 12V9" />
      {bars[priority] > 1 ? <path d="M7 12V6" /> : <path d="M7 12v-1" />}
      {bars[priority] > 2 ? <path d="M11 12V3" /> : <path d="M11 12v-1" />}
    </Icon>
  );
}
