import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { flag, id, integer, object, text } from '../../schema.ts';

export const confirmContext = operation({
  name: 'confirm_context',
  title: 'Confirm project rules',
  description: 'Confirm rules and decisions that an agent published; rules may become required.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      contextId: id('The context.'),
      expectedRevision: integer(1, 1_000_000_000, 'The revision shown.'),
      ids: { type: 'array', items: text(100, 'Id.'), minItems: 1, maxItems: 400, description: 'Items.' },
      required: flag('The rules among them are required.'),
    },
    ['contextId', 'expectedRevision', 'ids'],
  ),
  output: applied,
});
