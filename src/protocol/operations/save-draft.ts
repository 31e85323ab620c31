import { operation } from '../operation.ts';
import { answer, id, object, string } from '../schema.ts';

export const saveDraft = operation({
  name: 'save_draft',
  title: 'Save a draft',
  description:
    'Keep what a person is typing (comments, notes, edits) on the server. Decides nothing. An empty body removes it.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object(
    {
      proposalId: id('Proposal id.'),
      body: { type: 'object', description: 'Anything the page needs to go on; at most 100,000 characters.' },
    },
    ['proposalId', 'body'],
  ),
  output: answer({ at: string('When it was saved.') }, ['at']),
});
