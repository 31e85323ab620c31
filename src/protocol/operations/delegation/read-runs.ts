import { operation } from '../../operation.ts';
import { flag, id, object, text } from '../../schema.ts';

export const readRuns = operation({
  name: 'read_runs',
  title: 'List runs',
  description: 'List runs newest first: all, of one task, or the active ones.',
  kind: 'answer',
  tool: false,
  who: ['desk', 'workspace'],
  idempotent: true,
  input: object(
    {
      taskId: id('Only of this task.'),
      active: flag('Only those that have not ended.'),
      cursor: text(200, 'nextCursor of the answer before.'),
    },
    [],
  ),
  output: { type: 'object', description: 'RunsView of protocol/delegation-views.' },
});
