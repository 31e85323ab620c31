import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { object } from '../schema.ts';

export const emptyExample = operation({
  name: 'empty_example',
  title: 'Empty the example',
  description: 'Move all tasks and commitments of the example workspace away, to start with your own.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: false,
  input: object({}, []),
  output: applied,
});
