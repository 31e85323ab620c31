import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, integer, object } from '../schema.ts';

export const requestChanges = operation({
  name: 'request_changes',
  title: 'Request changes',
  description: 'Send a proposal back to its agent with words. An approval of it is void.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      proposalId: id('Proposal id.'),
      revision: integer(1, 100000, 'Revision number.'),
      text: { type: 'string', minLength: 1, maxLength: 4000, description: 'What should change.' },
    },
    ['proposalId', 'revision', 'text'],
  ),
  output: applied,
});
