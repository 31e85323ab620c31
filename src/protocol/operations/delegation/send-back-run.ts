import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { id, object } from '../../schema.ts';

export const sendBackRun = operation({
  name: 'send_back_run',
  title: 'Send work back',
  description: 'Send back what a run did, with what is missing.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      runId: id('The run.'),
      notes: { type: 'string', minLength: 1, maxLength: 4000, pattern: '\\S', description: 'What is missing.' },
    },
    ['runId', 'notes'],
  ),
  output: applied,
});
