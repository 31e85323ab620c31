import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const revokeToken = operation({
  name: 'revoke_token',
  title: 'Revoke a token',
  description: 'Revoke a token for ever. Its open proposals stay for people to decide.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ tokenId: id('Token id.') }, ['tokenId']),
  output: applied,
});
