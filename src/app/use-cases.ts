/** One use case per operation of the table; a missing one does not compile. */
import type { OperationName } from '../protocol/table.ts';
import type { UseCase } from './parts.ts';
import * as access from './use-cases/access.ts';
import * as imports from './use-cases/imports.ts';
import * as overview from './use-cases/overview.ts';
import * as planning from './use-cases/planning.ts';
import * as reading from './use-cases/reading.ts';
import * as review from './use-cases/review.ts';
import * as sidekicks from './use-cases/sidekicks.ts';
import * as tasks from './use-cases/tasks.ts';

export const useCases: { readonly [Name in OperationName]: UseCase<Name> } = {
  get_workspace_state: planning.getWorkspaceState,
  match_sidekicks_to_task: planning.matchSidekicksToTask,
  consult_sidekick: planning.consultSidekick,
  evaluate_task_plan: planning.evaluateTaskPlan,
  stage_task_plan: planning.stageTaskPlan,
  commit_task_plan: planning.commitTaskPlan,
  get_proposal: reading.getProposal,
  withdraw_proposal: planning.withdrawProposal,
  get_task: reading.getTask,
  search_tasks: reading.searchTasks,
  read_workspace: overview.readWorkspace,
  read_activity: overview.readActivity,
  read_proposal: overview.readProposal,
  read_tools: overview.readTools,
  create_task: tasks.createTask,
  edit_task: tasks.editTask,
  trash_task: tasks.trashTask,
  restore_task: tasks.restoreTask,
  create_commitment: tasks.createCommitment,
  edit_commitment: tasks.editCommitment,
  remove_commitment: tasks.removeCommitment,
  undo_change: tasks.undoChange,
  undo_plan: tasks.undoPlan,
  comment_proposal: review.commentProposal,
  save_draft: review.saveDraft,
  read_draft: review.readDraft,
  empty_example: tasks.emptyExample,
  approve_proposal: review.approveProposal,
  request_changes: review.requestChanges,
  reject_proposal: review.rejectProposal,
  edit_proposal: review.editProposal,
  read_access: access.readAccess,
  make_token: access.makeToken,
  change_token: access.changeToken,
  revoke_token: access.revokeToken,
  start_pairing: access.startPairing,
  enrol_workspace_key: access.enrolWorkspaceKey,
  revoke_key: access.revokeKey,
  read_sidekicks: sidekicks.readSidekicks,
  change_sidekick: sidekicks.changeSidekick,
  offer_sidekick: sidekicks.offerSidekick,
  bring_in_skill: sidekicks.bringInSkill,
  activate_sidekick: sidekicks.activateSidekick,
  drop_offer: sidekicks.dropOffer,
  change_calendar: tasks.changeCalendar,
  read_import: imports.readImport,
  read_imports: imports.readImports,
  decide_import: imports.decideImport,
  redact_event: overview.redactEvent,
  import_tasks: imports.importTasks,
};
