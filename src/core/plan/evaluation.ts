/** The verdict on one candidate at one state and minute. */
import type { Operation as PatchOperation } from 'fast-json-patch';

export interface VoteReason {
  readonly ruleId: string;
  readonly text: string;
  readonly candidateIds: readonly string[];
}

export interface Vote {
  /** A playbook's id, or 'workspace'. */
  readonly sidekickId: string;
  readonly vote: 'approve' | 'concern' | 'block';
  readonly reasons: readonly VoteReason[];
}

export interface Issue {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** A playbook's id, or 'workspace'. */
  readonly raisedBy: string;
  /** JSON Pointer into the candidate. */
  readonly path: string;
  readonly candidateIds: readonly string[];
  readonly repairIds: readonly string[];
}

export interface Repair {
  readonly id: string;
  readonly issueIds: readonly string[];
  readonly summary: string;
  /** RFC 6902 over the candidate, with `test` operations first. */
  readonly patch: readonly PatchOperation[];
}

/** One patch over the candidate that holds every repair (empty: nothing to repair), or null with the reason why not. */
export interface RepairAll {
  readonly patch: readonly PatchOperation[] | null;
  readonly reason: string | null;
}

export interface CoverageItem {
  readonly sidekickId: string;
  readonly itemId: string;
  readonly text: string;
  readonly required: boolean;
  readonly coveredBy: readonly string[];
}

export interface ScheduledSubtask {
  readonly candidateId: string;
  /** RFC 3339 UTC; `stated` = from plannedStart, `placed` = laid out by us, `unknown` = no estimate. */
  readonly basis: 'stated' | 'placed' | 'unknown';
  readonly start: string | null;
  readonly end: string | null;
  /** Working minutes it may slip before the plan's end moves; null = unknown. */
  readonly slackMinutes: number | null;
  readonly critical: boolean;
}

export interface Schedule {
  readonly subtasks: readonly ScheduledSubtask[];
  /** Candidate ids, first to last. */
  readonly criticalPath: readonly string[];
  readonly end: string | null;
  /** The parent's deadline as an instant; null = none. */
  readonly deadline: string | null;
  /** `unknown` when estimates are missing. */
  readonly deadlineEffect: 'none' | 'met' | 'at-risk' | 'missed' | 'unknown';
  readonly unestimated: number;
}

export interface CapacityDay {
  readonly date: string;
  readonly freeMinutes: number;
  readonly plannedMinutes: number;
}

export interface Capacity {
  /** Instants; the window looked at (at most 366 days). */
  readonly from: string;
  readonly until: string | null;
  readonly workingMinutes: number;
  readonly committedMinutes: number;
  readonly otherPlannedMinutes: number;
  readonly neededMinutes: number;
  readonly unestimated: number;
  readonly fits: boolean | null;
  /** Only the days on which planned work exceeds free time, at most 14. */
  readonly overfullDays: readonly CapacityDay[];
}

export interface IssueCount {
  readonly code: string;
  readonly count: number;
}

/** What the answer left out so that it fits; zeros when it is whole. Issues are counted in `cutIssues`. */
export interface Omitted {
  readonly votes: number;
  readonly reasons: number;
  readonly coverage: number;
  readonly scheduled: number;
}

export interface Evaluation {
  readonly workspaceVersion: number;
  /** A whole minute, RFC 3339 UTC. */
  readonly now: string;
  /** '' for a text that has none (`bad_text`). */
  readonly digest: string;
  /** No issue is an error, shown or not. */
  readonly valid: boolean;
  readonly votes: readonly Vote[];
  /** At most 40 in full. */
  readonly issues: readonly Issue[];
  /** Counts per code of the issues that were cut; empty when all are shown. */
  readonly cutIssues: readonly IssueCount[];
  readonly repairs: readonly Repair[];
  readonly repairAll: RepairAll;
  readonly coverage: readonly CoverageItem[];
  readonly schedule: Schedule;
  readonly capacity: Capacity;
  readonly omitted: Omitted;
}
