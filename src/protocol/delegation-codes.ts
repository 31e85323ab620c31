/** Refusals of delegation: runs, grants, contracts, worktrees, agents. Part of `codes.ts`. */
export const delegationCodes = {
  acceptance_needed: {
    status: 409,
    raised: 'A delegated task was to be moved to done while its run is not accepted.',
    next: 'Accept the run at the desk; that moves the task to done.',
  },
  agent_failed: {
    status: 502,
    raised: 'The agent did not come up: it ended, did not speak the protocol in time, or is not signed in.',
    next: 'Read its last words in the message, correct its entry at the desk, and start again.',
  },
  agent_garbage: {
    status: 502,
    raised: 'The agent printed what is no protocol.',
    next: 'Check that its entry starts the agent itself, with its protocol mode.',
  },
  agent_missing: {
    status: 404,
    raised: "The agent's program is not there or cannot be started.",
    next: 'Install it, or correct its path at the desk.',
  },
  already_accepted: { status: 409, raised: 'A person accepted the run already.', next: 'Nothing is left to do.' },
  already_answered: {
    status: 409,
    raised: 'The question was answered otherwise; the first answer stands.',
    next: 'Read it with tandem_result; to say more, continue the conversation.',
  },
  already_finished: {
    status: 409,
    raised: 'The run has handed in its report.',
    next: 'End your turn; the first report stands.',
  },
  artifact_damaged: {
    status: 500,
    raised: 'The bytes of an artifact are gone or are not what their name says.',
    next: 'Publish it again; sidekicks verify names the file.',
  },
  cancelled: { status: 409, raised: 'The start was cancelled.', next: 'Start it again when it is wanted.' },
  check_not_selected: {
    status: 409,
    raised: 'A check was to be observed that the stage of the contract does not select, or that is not there.',
    next: 'Read the checks of the run again.',
  },
  checkout_dirty: {
    status: 409,
    raised: 'The checkout has changes that were not committed.',
    next: 'Commit or put them aside, then apply again.',
  },
  checkout_moved: {
    status: 409,
    raised: 'The checkout has moved on and the result does not apply.',
    next: 'Merge by hand, or send the work back.',
  },
  command_not_granted: {
    status: 403,
    raised: 'No live grant names the digest of the command.',
    next: 'Ask a person to grant it: the words of a check are no permission.',
  },
  conversation_busy: {
    status: 409,
    raised: 'The conversation has an active run.',
    next: 'Wait for it with tandem_wait, or end it with tandem_cancel.',
  },
  coverage_incomplete: {
    status: 422,
    raised: 'The contract demands current evidence for a success, and some unit lacks it.',
    next: 'Run the mapped checks on the final bytes and report them, or finish as partial.',
  },
  cwd_outside_roots: {
    status: 403,
    raised: 'cwd lies in no folder that a person gave the workspace, links resolved.',
    next: 'Call tandem_scope for the roots, or ask a person to add one.',
  },
  decisions_in_circle: {
    status: 409,
    raised: 'Decisions of a project context would each take the place of the other.',
    next: 'Let only the newer one name the older in supersedes; to confirm, choose the one that shall hold.',
  },
  delegation_unavailable: {
    status: 409,
    raised: 'Nothing here carries runs out.',
    next: 'Start the daemon; runs are delegated through it.',
  },
  grant_revoked: {
    status: 409,
    raised: 'What let a run start did not hold any more when its process was made.',
    next: 'Wait until a person grants the run again.',
  },
  handoff_needed: {
    status: 422,
    raised: 'A fresh session was asked for without a handoff.',
    next: 'Send a handoff, or continue the same session.',
  },
  input_damaged: {
    status: 500,
    raised: 'The stored input of a run is gone or is not what was stored.',
    next: 'Start it anew; a person can look for the damage with `sidekicks verify`.',
  },
  invalid_contract: {
    status: 422,
    raised: 'The contract breaks rules that its schema cannot say.',
    next: 'Correct every listed problem and call again.',
  },
  invalid_grant: {
    status: 422,
    raised: 'The grant names what is not there, or has ended before it begins.',
    next: 'Correct it and preview it again.',
  },
  invalid_report: {
    status: 422,
    raised: 'The report contradicts itself or its contract.',
    next: 'Correct every listed problem and call tandem_finish again.',
  },
  invalid_root: {
    status: 422,
    raised: 'The folder is not there, is the data of Sidekicks itself, or a path that judges names no file of it.',
    next: "Give the absolute path of a project's folder, and test paths and manifests relative to it.",
  },
  jail_path_missing: {
    status: 500,
    raised: 'The jail needs a path that is not there.',
    next: "Install what is missing, or correct the agent's entry.",
  },
  jail_path_unsafe: {
    status: 403,
    raised: 'A path cannot be shown in a jail.',
    next: 'Choose another folder as root, home or cache.',
  },
  jail_unavailable: {
    status: 503,
    raised: 'Nothing can be jailed on this machine.',
    next: 'Install bubblewrap, or have a person grant unsandboxed.',
  },
  mode_cannot_write: {
    status: 422,
    raised: 'The contract needs to write and the mode cannot.',
    next: 'Use mode work, or drop requires_write.',
  },
  mode_has_no_shell: {
    status: 422,
    raised: 'The contract needs a shell and the mode has none.',
    next: 'Use mode work, or drop requires_shell.',
  },
  needs_open_network: {
    status: 403,
    raised:
      'The agent is not known to heed proxy settings, and its model is beyond this computer: the jail keeps it from it.',
    next: 'Ask a person for a grant that names the open network.',
  },
  nested_repository: {
    status: 409,
    raised: 'The working tree holds repositories of its own.',
    next: 'Remove their .git, or ignore those folders, and finish again.',
  },
  no_command: { status: 422, raised: 'The check names no command.', next: 'Judge it by hand.' },
  no_contract: { status: 409, raised: 'The run has no contract, so no checks.', next: 'Judge it by its report.' },
  no_jail: {
    status: 403,
    raised: 'No jail works here and the grant does not name unsandboxed.',
    next: 'Make bubblewrap work, or ask a person to grant unsandboxed.',
  },
  no_result: { status: 409, raised: 'The run left no commit.', next: 'Read its report instead.' },
  not_a_git_root: {
    status: 422,
    raised: 'work needs a git checkout with a commit.',
    next: 'Use analyze, or make a first commit there.',
  },
  not_json: { status: 422, raised: 'The content is no JSON.', next: 'Correct it, or publish it as text/plain.' },
  owned_file_conflict: {
    status: 409,
    raised: 'Another active run owns one of the files.',
    next: 'Wait until that run ends, or own other files.',
  },
  prepare_not_granted: {
    status: 403,
    raised: "No live grant names the digest of the root's prepare command and caches.",
    next: 'Ask a person to grant it too.',
  },
  preview_needed: {
    status: 409,
    raised: 'The grant was not previewed, or it or the runs that it would start are others than those previewed.',
    next: 'Preview it again, read what it allows, and send its shown.',
  },
  process_not_started: {
    status: 500,
    raised: 'A program did not start.',
    next: 'Check that it is installed and executable.',
  },
  prompt_or_contract: {
    status: 422,
    raised: 'Both or neither of prompt and contract were given.',
    next: 'Send one of them.',
  },
  question_expired: {
    status: 409,
    raised: 'The question had timed out; the answer is kept as late.',
    next: 'To hand the answer on use tandem_continue.',
  },
  request_over: {
    status: 409,
    raised: 'The permission request is decided or timed out.',
    next: 'Read the inbox again; the agent may ask anew.',
  },
  review_unavailable: {
    status: 422,
    raised: 'review_id or review_stage was given, and reviews do not exist here.',
    next: 'Start without them.',
  },
  revision_conflict: {
    status: 409,
    raised: 'The project context is at another revision.',
    next: 'Read it, merge your changes and publish with its revision.',
  },
  root_gone: { status: 409, raised: 'The folder was taken back.', next: 'Ask a person to give it again.' },
  root_needed: {
    status: 422,
    raised: 'No folder was given, or there are several and none was named.',
    next: 'Name one as cwd, or ask a person to add one.',
  },
  run_active: { status: 409, raised: 'The run has not ended.', next: 'Wait for its end, or cancel it.' },
  run_ended: { status: 409, raised: 'The run has ended.', next: 'Read it with tandem_result; a worker ends its turn.' },
  session_gone: {
    status: 409,
    raised: 'The agent does not know its earlier session any more.',
    next: 'Continue with continuation fresh and a handoff.',
  },
  set_exceeds_acceptance: {
    status: 422,
    raised: 'The acceptance set has more or longer criteria than acceptance could repeat, and nothing else is wrong.',
    next: 'Use at most 50 criteria of 2,000 characters; put the rest into obligations.',
  },
  task_done: {
    status: 409,
    raised: 'A run was asked for, anew or as a further turn, of a task that is done.',
    next: 'Delegate an open task, or ask a person to open this one again.',
  },
  unknown_agent: {
    status: 404,
    raised: 'No allowed agent has that name, or the folder has no default agent.',
    next: 'Call tandem_scope and use one of its agents.',
  },
  unknown_artifact: {
    status: 404,
    raised: 'No artifact that the caller may read has that id.',
    next: 'Use an artifact_id of a run of yours, or publish it first.',
  },
  unknown_commit: {
    status: 404,
    raised: 'The repository does not hold the commits.',
    next: 'The result may have been removed; look at the run.',
  },
  unknown_context: {
    status: 404,
    raised: 'No project context has that id.',
    next: 'List them with tandem_project_context, action list.',
  },
  unknown_conversation: {
    status: 404,
    raised: 'No conversation of the caller has that id.',
    next: 'Call tandem_list and use a conversation_id of its list.',
  },
  unknown_question: {
    status: 404,
    raised: 'No question of a run of the caller has that id.',
    next: 'Read the open questions with tandem_result.',
  },
  unknown_run: {
    status: 404,
    raised: 'No run of the caller has that id.',
    next: 'Call tandem_list and use a task_id of its list.',
  },
  wrong_set_revision: {
    status: 422,
    raised: 'The revision of the acceptance set is not that of its content, and nothing else is wrong.',
    next: 'Send set_revision of data as its revision, and in the acceptance_refs of the checks.',
  },
} as const;
