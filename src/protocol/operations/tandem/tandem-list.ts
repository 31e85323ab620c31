import { operation } from '../../operation.ts';
import { cutShape, runBrief } from '../../run-shapes.ts';
import { answer, count, flag, list, nullable, object, string, text } from '../../schema.ts';

export const tandemList = operation({
  name: 'tandem_list',
  title: 'List your runs',
  description:
    'List the runs that your token started, newest first. Use it to find a task_id or conversation_id again; to read ' +
    'one use tandem_result. Changes nothing and pages by cursor. Fails with invalid_input for a cursor that is not ours.',
  kind: 'answer',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object(
    { active: flag('Only those that have not ended.'), cursor: text(200, 'nextCursor of the answer before.') },
    [],
  ),
  output: answer(
    {
      runs: list(runBrief, 'Newest first.'),
      total: count('All that fit.'),
      nextCursor: nullable(string('Give it back for the next page; null = the end.')),
      cut: cutShape,
    },
    ['runs', 'total', 'nextCursor', 'cut'],
  ),
});
