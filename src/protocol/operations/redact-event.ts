import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { integer, object } from '../schema.ts';

export const redactEvent = operation({
  name: 'redact_event',
  title: 'Redact an event',
  description: 'Empty the payload of one event for ever. The chain stays whole and says so.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      seq: integer(1, Number.MAX_SAFE_INTEGER, 'Sequence number.'),
      reason: { type: 'string', minLength: 1, maxLength: 400, description: 'Why.' },
    },
    ['seq', 'reason'],
  ),
  output: applied,
});
