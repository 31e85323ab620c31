import { operation } from '../../operation.ts';
import { answer, count, id, integer, nullable, object, string, text } from '../../schema.ts';

export const tandemAsk = operation({
  name: 'tandem_ask',
  title: 'Ask a question',
  description:
    'Ask whoever started this run. Use it when you cannot go on without an answer; to end the run use tandem_finish. Creates a question that people see. Waits at most 20 seconds, then answers pending: call again with the question_id. TIMED_OUT is no consent: go on without it or finish as blocked. Fails with unknown_question.',

  kind: 'act',
  tool: true,
  who: ['worker'],
  idempotent: true,
  waits: true,
  input: object(
    {
      question: text(8000, 'The question; leave out when you poll.'),
      options: { type: 'array', items: text(500, 'One choice.'), maxItems: 20, description: 'Offered answers.' },
      question_id: id('A pending question, to poll, or one whose answer goes on.'),
      offset: integer(0, 100_000, 'Where in a long answer to begin, characters.'),
    },
    [],
  ),
  output: answer(
    {
      question_id: string('Poll with it.'),
      status: string('answered, pending or TIMED_OUT.'),
      answer: nullable(string('The answer, or a page of it.')),
      next_offset: nullable(count('Where the answer goes on; null = the end.')),
      next: string('What to do now.'),
    },
    ['question_id', 'status', 'answer', 'next_offset', 'next'],
  ),
});
