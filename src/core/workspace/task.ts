/** A task: one unit of work. Its fields are the stored shape; what can be derived (blocked, deadline state) is not. */

export const taskStatuses = ['backlog', 'today', 'in-progress', 'done'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** A due instant (RFC 3339) or a due date (YYYY-MM-DD: the end of that day in the workspace's zone). Never both. */
export type Due = { readonly at: string } | { readonly date: string };

export interface TaskChecklistItem {
  readonly id: string;
  readonly text: string;
  readonly done: boolean;
}

/** Where a task came from. `plan` is the only origin that an approved revision gives; `verify` checks that. */
export type TaskOrigin =
  | { readonly from: 'person' }
  | { readonly from: 'example' }
  | { readonly from: 'import'; readonly importId: string; readonly sourceId: string }
  | {
      readonly from: 'plan';
      readonly proposalId: string;
      readonly revision: number;
      readonly digest: string;
      readonly candidateId: string;
    };

export interface Task {
  readonly id: string;
  /** `T-12` is the alias of number 12. Accepted as input, never stored as a reference. */
  readonly number: number;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly parentId: string | null;
  /** A person's id; null = the workspace's owner. */
  readonly ownerId: string | null;
  /** Ids of tasks that must be done first. */
  readonly dependsOn: readonly string[];
  readonly due: Due | null;
  /** RFC 3339 instant. */
  readonly plannedStart: string | null;
  /** Working minutes; null = unknown, never zero. */
  readonly estimateMinutes: number | null;
  /** Place within its board column, ascending. */
  readonly rank: number;
  readonly checklist: readonly TaskChecklistItem[];
  /** What the plan that made it said: kept as the claim it is. */
  readonly assignedSidekickIds: readonly string[];
  readonly checklistCoverageIds: readonly string[];
  readonly recommendationType: string | null;
  /** Sidekicks once matched to this task, by any caller. */
  readonly matches: readonly TaskMatch[];
  readonly origin: TaskOrigin;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly doneAt: string | null;
  readonly trashedAt: string | null;
}

export interface TaskMatch {
  readonly sidekickId: string;
  readonly score: number;
  readonly facts: readonly string[];
  readonly at: string;
  /** Label of who asked. */
  readonly by: string;
}
