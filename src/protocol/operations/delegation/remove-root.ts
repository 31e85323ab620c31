import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { id, object } from '../../schema.ts';

export const removeRoot = operation({
  name: 'remove_root',
  title: 'Take a folder back',
  description: 'Take a folder back: its grants are revoked, nothing is deleted.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ rootId: id('The folder.') }, ['rootId']),
  output: applied,
});
