import { operation } from '../operation.ts';
import { answer, count, id, list, object, oneOf, string } from '../schema.ts';

const commitStatuses = [
  'approval_required',
  'changes_requested',
  'rejected',
  'superseded',
  'withdrawn',
  'approval_lapsed',
  'stale_plan',
  'committed',
] as const;

export const commitTaskPlan = operation({
  name: 'commit_task_plan',
  title: 'Create the approved tasks',
  description:
    'Create the tasks of your proposal, all or none, once a person approved exactly this revision. Use it after ' +
    'get_proposal says approved; to stage a plan use stage_task_plan. A second call returns the first receipt. Returns ' +
    'a status: committed with the tasks, approval_required, changes_requested with comments, rejected, superseded, ' +
    'withdrawn, approval_lapsed or stale_plan with what changed. Only the human channel at the desk approves. Fails with ' +
    'unknown_proposal or not_yours.',
  kind: 'act',
  tool: true,
  who: ['agent', 'visitor', 'terminal', 'desk'],
  idempotent: true,
  consequential: true,
  input: object({ proposalId: id('Proposal id from stage_task_plan.') }, ['proposalId']),
  output: answer(
    {
      status: oneOf(commitStatuses, 'The answer.'),
      proposalId: string('Proposal id.'),
      message: string('In words.'),
      next: string('What to do now.'),
      approveUrl: string('Where a person decides.'),
      receipt: { type: 'object', description: 'When committed: revision, digest, version, at, undoneAt.' },
      tasks: list(
        answer({ candidateId: string('Candidate id.'), taskId: string('Task id.'), alias: string('Alias.') }, [
          'candidateId',
          'taskId',
          'alias',
        ]),
        'When committed: the created tasks.',
      ),
      comments: list({ type: 'object' }, 'When changes are requested: what people said.'),
      changes: list(string('Change.'), 'When stale: what changed since the approval.'),
      issues: list({ type: 'object' }, 'When stale: the issues of a fresh evaluation.'),
      workspaceVersion: count('Current version.'),
    },
    ['status', 'proposalId', 'message', 'next', 'workspaceVersion'],
  ),
});
