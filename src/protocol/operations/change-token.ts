import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { flag, id, integer, object } from '../schema.ts';

export const changeToken = operation({
  name: 'change_token',
  title: 'Change a token',
  description: 'Rename or limit a token, or allow one that waits.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      tokenId: id('Token id.'),
      label: { type: 'string', minLength: 1, maxLength: 60, description: 'Name.' },
      openProposals: integer(0, 20, 'Open proposals at a time.'),
      readOnly: flag('Read only.'),
      allow: flag('True: a waiting token may work.'),
    },
    ['tokenId'],
  ),
  output: applied,
});
