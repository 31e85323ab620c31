import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { id, object } from '../../schema.ts';

export const revokeGrant = operation({
  name: 'revoke_grant',
  title: 'Revoke a grant',
  description: 'Revoke a grant: launches under it stop at once.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ grantId: id('The grant.') }, ['grantId']),
  output: applied,
});
