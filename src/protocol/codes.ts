import { delegationCodes } from './delegation-codes.ts';
import { limitCodes } from './limit-codes.ts';
import { worktreeCodes } from './worktree-codes.ts';

/**
 * Every refusal code, when it is raised and what to do next. Codes are stable: surfaces, tests and agents rely on them.
 * The codes of plan issues are in core/plan (they are findings about a candidate, not refusals).
 */
export const refusalCodes = {
  invalid_json: {
    status: 400,
    raised: 'The body or line is not JSON in UTF-8, or an object repeats a key.',
    next: 'Send one JSON object in UTF-8 with unique keys.',
  },
  invalid_input: {
    status: 422,
    raised: 'The input does not fit the schema or the rules of its fields.',
    next: 'Correct every listed problem and call again.',
  },
  too_large: { status: 413, raised: 'The body or line exceeds the size limit.', next: 'Send less.' },
  unknown_operation: {
    status: 404,
    raised: 'There is no operation of that name on this surface.',
    next: 'List the tools and use one of them.',
  },
  not_paired: {
    status: 401,
    raised: 'This browser holds no key of a person and the workspace is not the untouched example.',
    next: 'Ask the person to pair this browser at the desk.',
  },
  unauthenticated: {
    status: 401,
    raised: 'No credential, or one that is unknown, expired or revoked.',
    next: 'Ask the person for a token, or start the stdio bridge.',
  },
  token_waiting: {
    status: 403,
    raised: 'A person has to let this agent in first: it came after somebody had paired.',
    next: 'Ask the person to allow it at the desk, under Access.',
  },
  nonce_expired: {
    status: 401,
    raised: 'The nonce was used, is older than two minutes, or belongs to another epoch.',
    next: 'Sign again with a fresh nonce; once is enough.',
  },
  bad_signature: {
    status: 401,
    raised: 'The signature does not fit the request.',
    next: 'Sign the exact method, target and body.',
  },
  forbidden: {
    status: 403,
    raised: 'The credential may not do this.',
    next: 'Use the credential that may, or ask a person at the desk.',
  },
  bad_host: {
    status: 403,
    raised: 'The Host header is not one of ours.',
    next: 'Use http://localhost with the printed port.',
  },
  bad_origin: {
    status: 403,
    raised: 'The request comes from another web origin.',
    next: 'Use the pages of the daemon itself.',
  },
  rate_limited: {
    status: 429,
    raised: 'Too many calls at once or tries in a row.',
    next: 'Wait a moment and try again.',
  },
  unknown_task: {
    status: 404,
    raised: 'No live task has that id or alias.',
    next: 'Read get_workspace_state or use search_tasks.',
  },
  unknown_proposal: {
    status: 404,
    raised: 'No proposal has that id.',
    next: 'Read get_workspace_state for the open proposals.',
  },
  unknown_sidekick: {
    status: 404,
    raised: 'No sidekick has that id.',
    next: 'Read get_workspace_state for the enabled ones.',
  },
  not_found: { status: 404, raised: 'What the input names does not exist.', next: 'Read the list again.' },
  not_matched: {
    status: 409,
    raised: 'The sidekick was not matched to this task.',
    next: 'Call match_sidekicks_to_task for the task first. One that votes without a place shows what it requires in the coverage of evaluate_task_plan.',
  },
  version_conflict: {
    status: 409,
    raised:
      'Something this plan depends on changed since expectedWorkspaceVersion, or that version does not exist yet.',
    next: 'Read the changes and the evaluation in data, then send the candidate with the current version.',
  },
  plan_invalid: {
    status: 422,
    raised: 'The evaluation of the candidate has errors.',
    next: 'Read the errors of the evaluation in data, apply the repairs that it offers, change the rest, and stage again.',
  },
  already_approved: {
    status: 409,
    raised: 'The proposal is approved; a new revision would void what the person decided.',
    next: 'Commit it with commit_task_plan, or withdraw it first.',
  },
  already_committed: {
    status: 409,
    raised: 'The plan was committed already.',
    next: 'Read the receipt with get_proposal.',
  },
  too_many_proposals: {
    status: 429,
    raised: 'The token has as many open proposals as it may.',
    next: 'Withdraw one, or wait for a decision.',
  },
  too_many_revisions: {
    status: 429,
    raised: 'The proposal has as many revisions of its agent as it may.',
    next: 'Wait for a decision, or withdraw it and stage a new plan.',
  },
  too_many_imports: {
    status: 429,
    raised: 'As many imports wait for a person as may, or they hold as much as may.',
    next: 'Ask a person to decide on them at the desk, under Imports.',
  },
  not_yours: {
    status: 403,
    raised: 'Another token staged the proposal.',
    next: 'Stage your own plan; a person may commit this one.',
  },
  not_open: {
    status: 409,
    raised: 'The proposal is decided, withdrawn or superseded.',
    next: 'Read it again; it takes no more changes.',
  },
  not_latest: {
    status: 409,
    raised: 'A newer revision exists than the one named.',
    next: 'Read the proposal again and decide on the newest revision.',
  },
  shown_changed: {
    status: 409,
    raised: 'The parent or a playbook changed between showing and deciding.',
    next: 'Read the proposal again; decide on what is shown then.',
  },
  wrong_digest: {
    status: 409,
    raised: 'The digest is not the one of that revision.',
    next: 'Read the proposal again; decide on what is shown.',
  },
  nothing_to_undo: {
    status: 409,
    raised: 'There is no change of yours that can be undone.',
    next: 'Use the history of the task.',
  },
  changed_since: { status: 409, raised: 'Somebody changed it after the change to undo.', next: 'Change it by hand.' },
  not_example: {
    status: 409,
    raised: 'The workspace is not the example any more.',
    next: 'Move tasks to the trash one by one.',
  },
  bad_cursor: {
    status: 422,
    raised: 'The cursor is not one that this operation gave.',
    next: 'Start again without a cursor.',
  },
  import_decided: { status: 409, raised: 'The import was decided already.', next: 'Read the imports again.' },
  pairing_closed: {
    status: 403,
    raised: 'The home has had a person, or no code is shown.',
    next: 'A person pairs a browser: from a desk that is paired, or as the start of Sidekicks prints.',
  },
  wrong_code: {
    status: 403,
    raised: 'The pairing code is wrong or over.',
    next: 'Type the code that the terminal or the desk shows now.',
  },
  store_faulted: {
    status: 503,
    raised: 'The disk failed while writing; nothing more is written.',
    next: 'Free space or repair the disk, then restart the daemon.',
  },
  disk_full: {
    status: 507,
    raised: 'The disk is full; nothing was changed.',
    next: 'Free some space on the disk that holds the home, then try again.',
  },
  home_in_use: { status: 409, raised: 'Another process holds this home.', next: 'Stop it first: sidekicks stop.' },
  no_workspace: { status: 404, raised: 'The home holds no workspace yet.', next: 'Start it: sidekicks.' },
  workspace_lost: {
    status: 500,
    raised: 'The home has had a workspace, but its database is missing or empty.',
    next: 'Restore a backup, or choose another home.',
  },
  file_exists: {
    status: 409,
    raised: 'There is a file of that name; a backup never replaces one.',
    next: 'Choose another name.',
  },
  no_such_file: { status: 404, raised: 'There is no such file.', next: 'Name a file that exists.' },
  cannot_write: {
    status: 422,
    raised: 'The file cannot be written where it is wanted.',
    next: 'Choose a folder that exists and that you may write.',
  },
  bad_backup: {
    status: 422,
    raised: 'A backup is not one whole workspace whose log explains its rows.',
    next: 'Take another backup. Nothing was changed.',
  },
  not_running: { status: 503, raised: 'No daemon serves this home.', next: 'Start it: sidekicks.' },
  not_started: {
    status: 503,
    raised: 'The daemon did not become ready.',
    next: 'Run sidekicks doctor; read the log of the daemon.',
  },
  not_stopped: { status: 503, raised: 'The daemon did not end in time.', next: 'Wait, then run sidekicks stop again.' },
  version_mismatch: {
    status: 409,
    raised: 'The bridge and the daemon have different versions.',
    next: 'Stop the daemon and start it again with the same installation.',
  },
  unsafe_home: {
    status: 500,
    raised: 'The data folder is a symbolic link, or other users of this machine may enter it.',
    next: 'Name the folder itself, and let only its owner enter it (chmod 700).',
  },
  bad_port: { status: 500, raised: 'The port is not a number from 1 to 65534.', next: 'Choose another one.' },
  port_fixed: {
    status: 500,
    raised: 'The home has its ports, and the keys of browsers belong to them.',
    next: 'Start without --port, or with another --home.',
  },
  port_taken: {
    status: 500,
    raised: 'Another program listens on a port of the pair, or it may not be opened.',
    next: 'Stop that program, or choose ports with --port while the home has none.',
  },
  unreachable: {
    status: 503,
    raised: 'The daemon does not answer, or what answered is not the daemon.',
    next: 'Run sidekicks status in a terminal, then try again.',
  },
  ...delegationCodes,
  ...limitCodes,
  ...worktreeCodes,
  internal: {
    status: 500,
    raised: 'A fault of ours; the state was not changed.',
    next: 'Try again; if it stays, read the log of the daemon.',
  },
} as const satisfies Record<string, { readonly status: number; readonly raised: string; readonly next: string }>;

export type RefusalCode = keyof typeof refusalCodes;
