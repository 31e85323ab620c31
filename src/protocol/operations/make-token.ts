import { operation } from '../operation.ts';
import { answer, flag, integer, object, string } from '../schema.ts';

export const makeToken = operation({
  name: 'make_token',
  title: 'Make an agent token',
  description: 'Make a token for an agent over HTTP. The secret is shown once.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      label: { type: 'string', minLength: 1, maxLength: 60, description: 'Name of the agent.' },
      expiresInDays: integer(1, 3650, 'Leave out for no end.'),
      openProposals: integer(0, 20, 'Open proposals at a time. Default 3.'),
      readOnly: flag('True: it may read, match, consult and evaluate, not stage or commit.'),
    },
    ['label'],
  ),
  output: answer({ id: string('Token id.'), secret: string('The secret. Shown once.') }, ['id', 'secret']),
});
