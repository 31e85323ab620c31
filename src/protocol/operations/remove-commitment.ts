import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const removeCommitment = operation({
  name: 'remove_commitment',
  title: 'Remove a commitment',
  description: 'Remove a commitment. Undo brings it back.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object({ commitmentId: id('Commitment id.') }, ['commitmentId']),
  output: applied,
});
