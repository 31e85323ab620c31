/** What a rule is checked against: prepared once per evaluation, so that rules parse nothing. */
import type { Subtask } from '../plan/candidate.ts';
import type { Task } from '../workspace/task.ts';

export interface SubtaskTimes {
  /** Milliseconds; null = not stated or not readable. `endMs` = planned start plus estimate over working hours. */
  readonly startMs: number | null;
  readonly dueMs: number | null;
  readonly endMs: number | null;
}

export interface RuleSubject {
  readonly parent: Task;
  /** The parent's deadline, milliseconds. */
  readonly deadlineMs: number | null;
  readonly subtasks: readonly Subtask[];
  /** By position in `subtasks`: candidate ids may repeat. */
  readonly times: readonly SubtaskTimes[];
  /** IANA zone of the workspace. */
  readonly zone: string;
}

export interface RuleFailure {
  /** What is wrong, with figures, without the constraint's own text. */
  readonly message: string;
  readonly candidateIds: readonly string[];
}
