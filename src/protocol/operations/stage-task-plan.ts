import { proposalStatuses } from '../../core/plan/proposal.ts';
import { candidateSchema } from '../candidate-schema.ts';
import { operation } from '../operation.ts';
import { answer, count, flag, oneOf, string } from '../schema.ts';

export const stageTaskPlan = operation({
  name: 'stage_task_plan',
  title: 'Stage a plan for approval',
  description:
    'Stage a valid candidate as a proposal that people see and review. Use it after evaluate_task_plan says valid; to ' +
    'read the decision use get_proposal, to take it back use withdraw_proposal. Creates no task. The same candidate ' +
    'returns the same proposal; another one for the same task becomes its next revision. Fails with plan_invalid ' +
    '(carrying the evaluation), version_conflict, already_approved or too_many_proposals. Give approveUrl to a person.',
  kind: 'act',
  tool: true,
  who: ['agent', 'visitor', 'terminal'],
  idempotent: true,
  input: candidateSchema,
  output: answer(
    {
      proposalId: string('Proposal id.'),
      digest: string('SHA-256 of exactly these bytes.'),
      revision: count('Revision number.'),
      status: oneOf(proposalStatuses, 'awaiting_approval until a person decides.'),
      latest: flag('False when a newer revision exists.'),
      approveUrl: string('Where a person reviews it. Carries no secret.'),
      next: string('What to do now.'),
    },
    ['proposalId', 'digest', 'revision', 'status', 'latest', 'approveUrl', 'next'],
  ),
});
