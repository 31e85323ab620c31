import { operation } from '../operation.ts';
import { answer, count, flag, id, integer, nullable, object, string, text } from '../schema.ts';

export const approveProposal = operation({
  name: 'approve_proposal',
  title: 'Approve a proposal',
  description: 'Approve exactly one revision, named by number and digest. With create, also create its tasks.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      proposalId: id('Proposal id.'),
      revision: integer(1, 100000, 'Revision number.'),
      digest: { type: 'string', minLength: 64, maxLength: 64, description: 'Digest that was shown.' },
      shown: {
        type: 'string',
        minLength: 64,
        maxLength: 64,
        description: 'The shown hash of read_proposal: parent and playbooks as the person saw them.',
      },
      notes: text(4000, 'Notes; may be empty.'),
      create: flag('True: create the tasks at once.'),
    },
    ['proposalId', 'revision', 'digest', 'shown', 'notes', 'create'],
  ),
  output: answer(
    {
      approvalId: string('Approval id.'),
      expiresAt: string('When it lapses.'),
      commit: nullable({ type: 'object', description: 'The answer of commit_task_plan when create was asked for.' }),
      version: count('Workspace version.'),
    },
    ['approvalId', 'expiresAt', 'commit', 'version'],
  ),
});
