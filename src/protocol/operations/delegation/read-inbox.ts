import { operation } from '../../operation.ts';
import { object, text } from '../../schema.ts';

export const readInbox = operation({
  name: 'read_inbox',
  title: 'Read what waits',
  description:
    'Read what waits for a person: grants, questions, permissions, results to apply, work to accept; 100 at a time.',
  kind: 'answer',
  tool: false,
  who: ['desk', 'workspace'],
  idempotent: true,
  input: object({ cursor: text(500, 'nextCursor of the page before.') }, []),
  output: { type: 'object', description: 'InboxView of protocol/delegation-views.' },
});
