import { candidateSchema } from '../candidate-schema.ts';
import { operation } from '../operation.ts';
import { answer, count, flag, id, integer, object, string } from '../schema.ts';

export const editProposal = operation({
  name: 'edit_proposal',
  title: 'Edit a proposal',
  description: 'Make a new revision from an edited candidate. It is evaluated again and carries your name.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      proposalId: id('Proposal id.'),
      revision: integer(1, 100000, 'Revision that the edit started from; must be the newest.'),
      candidate: candidateSchema,
    },
    ['proposalId', 'revision', 'candidate'],
  ),
  output: answer(
    {
      revision: count('New revision.'),
      digest: string('Its digest.'),
      valid: flag('Whether it can be approved.'),
      evaluation: { type: 'object' },
    },
    ['revision', 'digest', 'valid', 'evaluation'],
  ),
});
