import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const readProposal = operation({
  name: 'read_proposal',
  title: 'Read a proposal for review',
  description:
    'Read one proposal with all revisions, comments, its decision, a fresh evaluation, competing proposals and what the parent looks like now.',
  kind: 'answer',
  tool: false,
  who: ['workspace', 'desk', 'visitor'],
  idempotent: true,
  input: object({ proposalId: id('Proposal id.') }, ['proposalId']),
  output: { type: 'object', description: 'ProposalView of app/views.' },
});
