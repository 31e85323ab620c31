import { operation } from '../operation.ts';
import { answer, id, nullable, object, string } from '../schema.ts';

export const readDraft = operation({
  name: 'read_draft',
  title: 'Read a draft',
  description: 'Read the own draft of a proposal.',
  kind: 'answer',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object({ proposalId: id('Proposal id.') }, ['proposalId']),
  output: answer({ body: nullable({ type: 'object' }), at: nullable(string('When it was saved.')) }, ['body', 'at']),
});
