/**
 * The first rows of the table: what a visiting agent plans with, and all that the workspace page offers to an agent in the
 * browser. The page loads these alone; the other rows would be a seventh of its scripts.
 */
import { commitTaskPlan } from './operations/commit-task-plan.ts';
import { consultSidekick } from './operations/consult-sidekick.ts';
import { evaluateTaskPlan } from './operations/evaluate-task-plan.ts';
import { getProposal } from './operations/get-proposal.ts';
import { getTask } from './operations/get-task.ts';
import { getWorkspaceState } from './operations/get-workspace-state.ts';
import { matchSidekicksToTask } from './operations/match-sidekicks-to-task.ts';
import { searchTasks } from './operations/search-tasks.ts';
import { stageTaskPlan } from './operations/stage-task-plan.ts';
import { withdrawProposal } from './operations/withdraw-proposal.ts';

export const planningTools = {
  get_workspace_state: getWorkspaceState,
  match_sidekicks_to_task: matchSidekicksToTask,
  consult_sidekick: consultSidekick,
  evaluate_task_plan: evaluateTaskPlan,
  stage_task_plan: stageTaskPlan,
  commit_task_plan: commitTaskPlan,
  get_proposal: getProposal,
  withdraw_proposal: withdrawProposal,
  get_task: getTask,
  search_tasks: searchTasks,
} as const;
