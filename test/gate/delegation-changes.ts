/** The rows of delegation: what they do to a plan between approval and commit. A run's end changes no plan's ground. */
import type { OperationName } from '../../src/protocol/table.ts';
import type { Change } from './change.ts';

const nobody = '01980000-0000-7000-8000-000000000000';

/** Refused for want of what it names, so the commit goes on. */
const lost = (input: object, refused: string): readonly Change[] => [
  { what: 'something that is not there', ends: 'committed', refused, make: (_, call) => call(input) },
];
const plain = (input: object, after?: Change['after']): readonly Change[] => [
  {
    what: 'something it does not depend on',
    ends: 'committed',
    make: (_, call) => call(input),
    ...(after && { after }),
  },
];

export const delegationChanges: Readonly<Partial<Record<OperationName, readonly Change[]>>> = {
  tandem_start: lost({ cwd: '/nowhere', prompt: 'Look.' }, 'cwd_outside_roots'),
  tandem_continue: lost({ conversation_id: nobody, prompt: 'Look.' }, 'unknown_conversation'),
  tandem_reply: lost({ question_id: nobody, answer: 'Yes.' }, 'unknown_question'),
  tandem_cancel: lost({ task_id: nobody }, 'unknown_run'),
  tandem_publish_artifact: plain({ name: 'note', content: 'A note.' }),
  tandem_project_context: plain({ action: 'publish', name: 'Rules', rules: [], decisions: [] }),
  delegate_task: [
    {
      what: 'its own parent, without a folder',
      ends: 'committed',
      refused: 'root_needed',
      make: ({ parentId }, call) => call({ taskId: parentId }),
    },
  ],
  // Only over the socket of a run: test/delegation drives them.
  tandem_ask: lost({ question: 'May I?' }, 'forbidden'),
  tandem_finish: lost({ outcome: 'success', summary: 'Done.' }, 'forbidden'),
  add_root: lost({ path: '/nowhere/at/all' }, 'invalid_root'),
  change_root: lost({ rootId: nobody, label: 'Other' }, 'not_found'),
  remove_root: lost({ rootId: nobody }, 'not_found'),
  set_agent: plain({ agentId: 'somebody', base: 'custom', allowed: false }),
  change_limits: plain({ maxWorkers: 3 }),
  make_grant: lost(
    { rootId: nobody, agentIds: ['somebody'], modes: ['think'], maxLaunches: 1, until: '2099-01-01T00:00:00Z' },
    'invalid_grant',
  ),
  revoke_grant: lost({ grantId: nobody }, 'not_found'),
  stop_runs: plain({}, ({ scene }) => scene.person.call('change_limits', { stopped: false })),
  cancel_run: lost({ runId: nobody }, 'unknown_run'),
  answer_question: lost({ questionId: nobody, answer: 'Yes.' }, 'unknown_question'),
  decide_request: lost({ requestId: nobody, allow: true }, 'not_found'),
  apply_result: lost({ runId: nobody }, 'unknown_run'),
  accept_run: lost({ runId: nobody }, 'unknown_run'),
  send_back_run: lost({ runId: nobody, notes: 'More.' }, 'unknown_run'),
  observe_checks: lost({ runId: nobody }, 'unknown_run'),
  accept_changed_check: lost({ checkRunId: nobody }, 'not_found'),
  confirm_context: lost({ contextId: nobody, expectedRevision: 1, ids: ['a'] }, 'unknown_context'),
  drop_worktree: plain({ conversationId: nobody }),
};
