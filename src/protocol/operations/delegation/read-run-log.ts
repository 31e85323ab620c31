import { operation } from '../../operation.ts';
import { id, integer, object } from '../../schema.ts';

export const readRunLog = operation({
  name: 'read_run_log',
  title: 'Read the steps of a run',
  description: 'Read the live log of the steps of an agent, in pages.',
  kind: 'answer',
  tool: false,
  who: ['desk', 'workspace'],
  idempotent: true,
  input: object(
    { runId: id('The run.'), from: integer(0, 1_000_000_000, 'First step.'), limit: integer(1, 500, 'Page size.') },
    ['runId', 'from'],
  ),
  output: { type: 'object', description: 'RunLogView of protocol/delegation-views.' },
});
