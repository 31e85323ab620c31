import { made } from '../applied.ts';
import { operation } from '../operation.ts';
import { object, oneOf, text } from '../schema.ts';

export const createCommitment = operation({
  name: 'create_commitment',
  title: 'Add a commitment',
  description: 'Promise time: a meeting or a block, fixed or flexible.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: false,
  input: object(
    {
      title: { type: 'string', minLength: 1, maxLength: 200, description: 'Title.' },
      kind: oneOf(['fixed', 'flexible'], 'Fixed blocks its hours.'),
      start: text(40, 'RFC 3339 instant.'),
      end: text(40, 'RFC 3339 instant, after start.'),
    },
    ['title', 'kind', 'start', 'end'],
  ),
  output: made,
});
