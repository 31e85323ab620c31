import { operation } from '../../operation.ts';
import { object } from '../../schema.ts';

export const readUsage = operation({
  name: 'read_usage',
  title: 'Read what runs used',
  description: 'Read tokens, cost and time by run, conversation, task and day. Unknown stays unknown.',
  kind: 'answer',
  tool: false,
  who: ['desk', 'workspace'],
  idempotent: true,
  input: object({}, []),
  output: { type: 'object', description: 'UsageView of protocol/delegation-views.' },
});
