/** THE table of operations. A surface is a projection of it; nothing else names an operation. */

import type { Caller, Operation } from './operation.ts';
import { activateSidekick } from './operations/activate-sidekick.ts';
import { approveProposal } from './operations/approve-proposal.ts';
import { bringInSkill } from './operations/bring-in-skill.ts';
import { changeCalendar } from './operations/change-calendar.ts';
import { changeSidekick } from './operations/change-sidekick.ts';
import { changeToken } from './operations/change-token.ts';
import { commentProposal } from './operations/comment-proposal.ts';
import { createCommitment } from './operations/create-commitment.ts';
import { createTask } from './operations/create-task.ts';
import { decideImport } from './operations/decide-import.ts';
import { acceptChangedCheck } from './operations/delegation/accept-changed-check.ts';
import { acceptRun } from './operations/delegation/accept-run.ts';
import { addRoot } from './operations/delegation/add-root.ts';
import { answerQuestion } from './operations/delegation/answer-question.ts';
import { applyResult } from './operations/delegation/apply-result.ts';
import { cancelRun } from './operations/delegation/cancel-run.ts';
import { changeLimits } from './operations/delegation/change-limits.ts';
import { changeRoot } from './operations/delegation/change-root.ts';
import { confirmContext } from './operations/delegation/confirm-context.ts';
import { decideRequest } from './operations/delegation/decide-request.ts';
import { dropWorktree } from './operations/delegation/drop-worktree.ts';
import { makeGrant } from './operations/delegation/make-grant.ts';
import { observeChecks } from './operations/delegation/observe-checks.ts';
import { readDelegation } from './operations/delegation/read-delegation.ts';
import { readInbox } from './operations/delegation/read-inbox.ts';
import { readRun } from './operations/delegation/read-run.ts';
import { readRunLog } from './operations/delegation/read-run-log.ts';
import { readRuns } from './operations/delegation/read-runs.ts';
import { readUsage } from './operations/delegation/read-usage.ts';
import { removeRoot } from './operations/delegation/remove-root.ts';
import { revokeGrant } from './operations/delegation/revoke-grant.ts';
import { sendBackRun } from './operations/delegation/send-back-run.ts';
import { setAgent } from './operations/delegation/set-agent.ts';
import { stopRuns } from './operations/delegation/stop-runs.ts';
import { dropOffer } from './operations/drop-offer.ts';
import { editCommitment } from './operations/edit-commitment.ts';
import { editProposal } from './operations/edit-proposal.ts';
import { editTask } from './operations/edit-task.ts';
import { emptyExample } from './operations/empty-example.ts';
import { enrolWorkspaceKey } from './operations/enrol-workspace-key.ts';
import { importTasks } from './operations/import-tasks.ts';
import { makeToken } from './operations/make-token.ts';
import { offerSidekick } from './operations/offer-sidekick.ts';
import { readAccess } from './operations/read-access.ts';
import { readActivity } from './operations/read-activity.ts';
import { readDraft } from './operations/read-draft.ts';
import { readImport } from './operations/read-import.ts';
import { readImports } from './operations/read-imports.ts';
import { readProposal } from './operations/read-proposal.ts';
import { readSidekicks } from './operations/read-sidekicks.ts';
import { readTools } from './operations/read-tools.ts';
import { readWorkspace } from './operations/read-workspace.ts';
import { redactEvent } from './operations/redact-event.ts';
import { rejectProposal } from './operations/reject-proposal.ts';
import { removeCommitment } from './operations/remove-commitment.ts';
import { requestChanges } from './operations/request-changes.ts';
import { restoreTask } from './operations/restore-task.ts';
import { revokeKey } from './operations/revoke-key.ts';
import { revokeToken } from './operations/revoke-token.ts';
import { saveDraft } from './operations/save-draft.ts';
import { startPairing } from './operations/start-pairing.ts';
import { delegateTask } from './operations/tandem/delegate-task.ts';
import { tandemAsk } from './operations/tandem/tandem-ask.ts';
import { tandemCancel } from './operations/tandem/tandem-cancel.ts';
import { tandemContextRead } from './operations/tandem/tandem-context-read.ts';
import { tandemContinue } from './operations/tandem/tandem-continue.ts';
import { tandemFinish } from './operations/tandem/tandem-finish.ts';
import { tandemList } from './operations/tandem/tandem-list.ts';
import { tandemProjectContext } from './operations/tandem/tandem-project-context.ts';
import { tandemPublishArtifact } from './operations/tandem/tandem-publish-artifact.ts';
import { tandemReadArtifact } from './operations/tandem/tandem-read-artifact.ts';
import { tandemReply } from './operations/tandem/tandem-reply.ts';
import { tandemResult } from './operations/tandem/tandem-result.ts';
import { tandemScope } from './operations/tandem/tandem-scope.ts';
import { tandemStart } from './operations/tandem/tandem-start.ts';
import { tandemWait } from './operations/tandem/tandem-wait.ts';
import { trashTask } from './operations/trash-task.ts';
import { undoChange } from './operations/undo-change.ts';
import { undoPlan } from './operations/undo-plan.ts';
import { planningTools } from './planning-tools.ts';

export const table = {
  ...planningTools,
  read_workspace: readWorkspace,
  read_activity: readActivity,
  read_proposal: readProposal,
  read_tools: readTools,
  create_task: createTask,
  edit_task: editTask,
  trash_task: trashTask,
  restore_task: restoreTask,
  create_commitment: createCommitment,
  edit_commitment: editCommitment,
  remove_commitment: removeCommitment,
  undo_change: undoChange,
  undo_plan: undoPlan,
  comment_proposal: commentProposal,
  save_draft: saveDraft,
  read_draft: readDraft,
  empty_example: emptyExample,
  approve_proposal: approveProposal,
  request_changes: requestChanges,
  reject_proposal: rejectProposal,
  edit_proposal: editProposal,
  read_access: readAccess,
  make_token: makeToken,
  change_token: changeToken,
  revoke_token: revokeToken,
  start_pairing: startPairing,
  enrol_workspace_key: enrolWorkspaceKey,
  revoke_key: revokeKey,
  read_sidekicks: readSidekicks,
  change_sidekick: changeSidekick,
  offer_sidekick: offerSidekick,
  bring_in_skill: bringInSkill,
  activate_sidekick: activateSidekick,
  drop_offer: dropOffer,
  change_calendar: changeCalendar,
  read_import: readImport,
  read_imports: readImports,
  decide_import: decideImport,
  redact_event: redactEvent,
  import_tasks: importTasks,
  tandem_start: tandemStart,
  tandem_continue: tandemContinue,
  tandem_result: tandemResult,
  tandem_wait: tandemWait,
  tandem_reply: tandemReply,
  tandem_cancel: tandemCancel,
  tandem_list: tandemList,
  tandem_scope: tandemScope,
  tandem_publish_artifact: tandemPublishArtifact,
  tandem_read_artifact: tandemReadArtifact,
  tandem_project_context: tandemProjectContext,
  tandem_context_read: tandemContextRead,
  delegate_task: delegateTask,
  tandem_ask: tandemAsk,
  tandem_finish: tandemFinish,
  read_delegation: readDelegation,
  read_runs: readRuns,
  read_run: readRun,
  read_run_log: readRunLog,
  read_inbox: readInbox,
  read_usage: readUsage,
  add_root: addRoot,
  change_root: changeRoot,
  remove_root: removeRoot,
  set_agent: setAgent,
  change_limits: changeLimits,
  make_grant: makeGrant,
  revoke_grant: revokeGrant,
  stop_runs: stopRuns,
  cancel_run: cancelRun,
  answer_question: answerQuestion,
  decide_request: decideRequest,
  apply_result: applyResult,
  accept_run: acceptRun,
  send_back_run: sendBackRun,
  observe_checks: observeChecks,
  accept_changed_check: acceptChangedCheck,
  confirm_context: confirmContext,
  drop_worktree: dropWorktree,
} as const;

export type OperationName = keyof typeof table;

export const operations: readonly Operation[] = Object.values(table);

/** The tools of one kind of caller, in the table's order: what its surface lists. */
export function toolsFor(caller: Caller): readonly Operation[] {
  return operations.filter((row) => row.tool && row.who.includes(caller));
}
