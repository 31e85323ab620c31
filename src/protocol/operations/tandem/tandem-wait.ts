import { operation } from '../../operation.ts';
import { cutShape, openQuestion, runBrief } from '../../run-shapes.ts';
import { answer, count, id, list, object, string } from '../../schema.ts';

export const tandemWait = operation({
  name: 'tandem_wait',
  title: 'Wait for runs',
  description:
    'Wait until something happens in any of your runs: an end, a question, a grant. Use it to wait for several; to read ' +
    'one use tandem_result. Returns on the first event after the cursor, or when wait_seconds (default 25, clamped to 0 ' +
    'to 50) are over, which is an observation and no state. Changes nothing. Fails with unknown_run.',
  kind: 'answer',
  tool: true,
  who: ['agent'],
  idempotent: true,
  waits: true,
  input: object(
    {
      task_ids: { type: 'array', items: id('A run.'), minItems: 1, maxItems: 32, description: 'Runs of yours.' },
      wait_seconds: { type: 'number', description: 'How long to wait; clamped, never refused. Default 25.' },
      cursor: {
        type: 'integer',
        minimum: 0,
        description: 'cursor of the answer before; without it a question that is open already ends the wait.',
      },
    },
    ['task_ids'],
  ),
  output: answer(
    {
      status: string('changed or unchanged.'),
      runs: list(runBrief, 'All of them as they stand.'),
      questions: list(openQuestion, 'Open ones, the one that waits longest first.'),
      waited_seconds: { type: 'number', description: 'How long this call waited.' },
      cursor: count('Give it back to wait for what comes after.'),
      next: string('What to do now.'),
      cut: cutShape,
    },
    ['status', 'runs', 'questions', 'waited_seconds', 'cursor', 'next', 'cut'],
  ),
});
