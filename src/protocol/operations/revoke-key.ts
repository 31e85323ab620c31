import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const revokeKey = operation({
  name: 'revoke_key',
  title: 'Remove a browser',
  description: 'Revoke a key. Its streams are closed at once.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ keyId: id('Key id.') }, ['keyId']),
  output: applied,
});
