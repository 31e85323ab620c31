/** Valid plans of plain words: no shipped playbook speaks for them, so nothing but the loop itself is put to work. */
import type { Candidate } from '../../src/core/plan/candidate.ts';
import { DAY_MS } from '../../src/kit/durations.ts';

export interface PlanOf {
  readonly parentTaskId: string;
  readonly version: number;
  /** 1 to 20. */
  readonly subtasks: number;
  /** Tells one plan for the same parent from another: it stands in every title. */
  readonly mark: string;
}

/** Every second subtask waits for the one before it, every third states a due. */
export function plainPlan({ parentTaskId, version, subtasks, mark }: PlanOf): Candidate {
  return {
    expectedWorkspaceVersion: version,
    parentTaskId,
    consultedSidekickIds: [],
    subtasks: Array.from({ length: subtasks }, (_, at) => ({
      candidateId: `step-${at + 1}`,
      title: `Lift board ${at + 1} of shelf ${mark}`,
      description: `Board ${at + 1} lies level.`,
      status: at === 0 ? 'today' : 'backlog',
      priority: at % 4 === 0 ? 'high' : 'medium',
      tags: ['shelf', `row-${at % 3}`],
      estimatedDurationMinutes: 15 + at,
      ...(at % 3 === 2 && { dueAt: inDays(30) }),
      dependencyCandidateIds: at % 2 === 1 ? [`step-${at}`] : [],
      assignedSidekickIds: [],
      checklistCoverageIds: [],
    })),
    rationale: `The boards of ${mark} go up from the floor.`,
  };
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
}
