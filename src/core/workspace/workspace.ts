import type { Author } from '../access/author.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Wall-clock span of one day, `HH:MM`; `24:00` ends at midnight. */
export interface HoursSpan {
  readonly from: string;
  readonly to: string;
}

export interface Calendar {
  /** IANA time zone. */
  readonly zone: string;
  /** Working hours; sorted and disjoint within a day; a day may be empty. */
  readonly hours: { readonly [day in Weekday]: readonly HoursSpan[] };
}

/** The one row that every write moves. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** Rises by one with every committed change to what a plan depends on (DESIGN: version and staleness). */
  readonly version: number;
  /** Sequence number of the last event. */
  readonly seq: number;
  /** Hash of the last event's header; '' before the first. */
  readonly head: string;
  /** A new one with every recover and restore: older signatures stop counting. */
  readonly epoch: string;
  readonly calendar: Calendar;
  /** The person who owns tasks that name nobody; null until somebody paired. */
  readonly ownerId: string | null;
  /** Permanent once true. */
  readonly hadPerson: boolean;
  /** Seeded with the example and not emptied. Untouched while `hadPerson` is false: only visiting agents acted. */
  readonly example: boolean;
  /** When `recover` voided every authority; shown for ever. */
  readonly recoveredAt: string | null;
  /** Since `recover`: true until somebody has paired. Times do not tell where the log's stands still. */
  readonly awaitsPairing?: boolean;
  readonly createdAt: string;
  /** What a person set for delegated runs; absent = the defaults. */
  readonly delegation?: DelegationLimits;
}

export interface DelegationLimits {
  /** Workers at the same time. */
  readonly maxWorkers: number;
  /** Longest wait of a tool call, seconds. */
  readonly maxWaitSeconds: number;
  /** How long a person has for a permission request; then it is denied. Seconds. */
  readonly requestSeconds: number;
  /** Coverage counts only checks that the daemon ran itself. */
  readonly demandObserved: boolean;
  /** The kill switch: nothing is launched while it is set. */
  readonly stopped: boolean;
}

export const defaultLimits: DelegationLimits = {
  maxWorkers: 4,
  maxWaitSeconds: 50,
  requestSeconds: 300,
  demandObserved: false,
  stopped: false,
};

/** What changed, at which version: the memory that tells an old `expectedWorkspaceVersion` from a stale one. */
export interface JournalEntry {
  readonly seq: number;
  /** The workspace version after it. */
  readonly version: number;
  readonly at: string;
  readonly type: string;
  readonly author: Author;
  /** `kind:id` of what it touched. */
  readonly subjects: readonly string[];
}
