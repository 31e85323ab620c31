import { operation } from '../operation.ts';
import { answer, id, object, string } from '../schema.ts';

export const withdrawProposal = operation({
  name: 'withdraw_proposal',
  title: 'Withdraw your proposal',
  description:
    'Withdraw a proposal that you staged, so that nobody reviews or commits it. Use it when the plan is no longer ' +
    'wanted, or to free an approved one for a new revision; to change a plan that is not approved just call ' +
    'stage_task_plan again. Its approval is void; revisions and comments stay readable. A second call changes ' +
    'nothing. Fails with unknown_proposal, not_yours or already_committed.',
  kind: 'act',
  tool: true,
  who: ['agent', 'visitor', 'terminal'],
  idempotent: true,
  input: object({ proposalId: id('Proposal id from stage_task_plan.') }, ['proposalId']),
  output: answer(
    { proposalId: string('Proposal id.'), status: string('withdrawn.'), next: string('What to do now.') },
    ['proposalId', 'status', 'next'],
  ),
});
