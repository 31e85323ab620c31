import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object, oneOf, text } from '../schema.ts';

export const editCommitment = operation({
  name: 'edit_commitment',
  title: 'Edit a commitment',
  description: 'Change a commitment.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object(
    {
      commitmentId: id('Commitment id.'),
      title: { type: 'string', minLength: 1, maxLength: 200, description: 'Title.' },
      kind: oneOf(['fixed', 'flexible'], 'Fixed blocks its hours.'),
      start: text(40, 'RFC 3339 instant.'),
      end: text(40, 'RFC 3339 instant, after start.'),
    },
    ['commitmentId'],
  ),
  output: applied,
});
