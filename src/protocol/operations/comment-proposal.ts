import { made } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, integer, object } from '../schema.ts';

export const commentProposal = operation({
  name: 'comment_proposal',
  title: 'Comment on a proposal',
  description: 'Comment on a subtask or on the whole plan. The agent reads it.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: false,
  input: object(
    {
      proposalId: id('Proposal id.'),
      revision: integer(1, 100000, 'Revision commented on.'),
      candidateId: id('Subtask; leave out for the whole plan.'),
      text: { type: 'string', minLength: 1, maxLength: 4000, description: 'The words.' },
    },
    ['proposalId', 'revision', 'text'],
  ),
  output: made,
});
