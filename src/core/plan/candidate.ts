/** A complete plan as an agent submits it: the shape of `evaluate_task_plan`'s input. Nothing is stored of it. */
import type { Priority, TaskStatus } from '../workspace/task.ts';

export interface Subtask {
  readonly candidateId: string;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly estimatedDurationMinutes?: number;
  readonly plannedStart?: string;
  readonly dueAt?: string;
  readonly dependencyCandidateIds: readonly string[];
  readonly assignedSidekickIds: readonly string[];
  readonly checklistCoverageIds: readonly string[];
  readonly recommendationType?: string;
}

export interface Candidate {
  readonly expectedWorkspaceVersion: number;
  readonly parentTaskId: string;
  readonly consultedSidekickIds: readonly string[];
  readonly subtasks: readonly Subtask[];
  readonly rationale: string;
}
