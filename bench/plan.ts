/** The plan that the bench evaluates: twenty subtasks that three specialists have an opinion on, with times and order. */
import type { App } from '../src/app/app.ts';
import type { Candidate, Subtask } from '../src/core/plan/candidate.ts';
import { consult } from '../src/core/playbook/consult.ts';
import { applicableSidekicks } from '../src/core/playbook/match.ts';
import type { Task } from '../src/core/workspace/task.ts';
import { DAY_MS } from '../src/kit/durations.ts';

export const parentFields = {
  title: 'Write and test the guide for the spring release',
  description: 'The guide that ships with the release: what changed, what to do, and who answers questions.',
  tags: ['docs', 'release'],
  priority: 'high',
} as const;

export interface PlanInputs {
  readonly parentTaskId: string;
  readonly version: number;
  readonly consulted: readonly {
    readonly sidekickId: string;
    readonly checklist: readonly { readonly id: string; readonly required: boolean }[];
  }[];
}

export function richPlan(app: App, parent: Task, nowMs: number): Candidate {
  const state = app.state();
  const voters = applicableSidekicks(state, parent, nowMs);
  const consulted = voters.map(({ sidekick }) => consult(state, parent, sidekick, nowMs));
  return richPlanFrom({ parentTaskId: parent.id, version: state.workspace.version, consulted });
}

/** Valid, or it would be no plan that is ever committed: every required item of every voter is covered. */
export function richPlanFrom({ parentTaskId, version, consulted }: PlanInputs): Candidate {
  const required = consulted.flatMap(({ checklist }) => checklist.filter((item) => item.required).map(({ id }) => id));
  const sidekickIds = consulted.map(({ sidekickId }) => sidekickId);
  return {
    expectedWorkspaceVersion: version,
    parentTaskId,
    consultedSidekickIds: sidekickIds,
    subtasks: steps.map((title, at) => subtask(title, at, sidekickIds, required)),
    rationale: 'Outline, draft, review by readers, then the release with a way back. Each step has one result.',
  };
}

const steps = [
  'Agree on the audience and the one purpose of the guide',
  'Collect what changed, from the notes of the release',
  'Outline the guide',
  'Draft the chapter for new people',
  'Draft the chapter for people who upgrade',
  'Write the chapter on the way back: rollback and restore',
  'Test every command on a fresh machine',
  'Test the upgrade on a copy with a backup',
  'Review of the draft by two readers',
  'Proofread names, numbers and links',
  'Revise after the review',
  'Make the pictures',
  'Check the pictures with a screen reader',
  'Rehearse the release in staging',
  'Check monitoring and who is on call',
  'Announce the date and tell support',
  'Publish the release with the guide',
  'Verify the published pages, watch errors for an hour',
  'Answer the first questions',
  'Write down what was learned',
] as const;

function subtask(title: string, at: number, sidekickIds: readonly string[], required: readonly string[]): Subtask {
  return {
    candidateId: `step-${at + 1}`,
    title,
    description: `${title}: done when it is written down, somebody else has read it and the result is linked here.`,
    status: at === 0 ? 'today' : 'backlog',
    priority: at % 5 === 0 ? 'high' : 'medium',
    tags: ['docs', `part-${at % 4}`],
    estimatedDurationMinutes: 45 + 15 * (at % 4),
    dueAt: inDays(4 + 2 * at),
    dependencyCandidateIds: at === 0 ? [] : at % 3 === 0 ? [`step-${at}`, `step-${at - 1}`] : [`step-${at}`],
    assignedSidekickIds: sidekickIds.slice(0, 3),
    checklistCoverageIds: required.filter((_, item) => item % steps.length === at),
  };
}

/** The same plan as a hasty agent sends it: a cycle, a doubled id, a blank title, times that cannot be. */
export function brokenPlan(plan: Candidate): Candidate {
  const subtasks = plan.subtasks.map((one, at): Subtask => {
    if (at === 2) return { ...one, dependencyCandidateIds: ['step-5'] };
    if (at === 6) return { ...one, title: ' ' };
    if (at === 8) return { ...one, candidateId: 'step-8' };
    if (at === 12) return { ...one, plannedStart: inDays(2), dueAt: inDays(1) };
    if (at === 15) return { ...one, dependencyCandidateIds: ['step-99'], status: 'done' };
    return one;
  });
  return { ...plan, subtasks };
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
}
