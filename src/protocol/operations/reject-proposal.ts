import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, integer, object } from '../schema.ts';

export const rejectProposal = operation({
  name: 'reject_proposal',
  title: 'Reject a proposal',
  description: 'Reject a proposal with a reason. The idea is remembered for its task.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      proposalId: id('Proposal id.'),
      revision: integer(1, 100000, 'Revision number.'),
      reason: { type: 'string', minLength: 1, maxLength: 4000, description: 'Why.' },
    },
    ['proposalId', 'revision', 'reason'],
  ),
  output: applied,
});
