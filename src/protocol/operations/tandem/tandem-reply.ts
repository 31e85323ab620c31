import { operation } from '../../operation.ts';
import { answer, flag, id, object, string } from '../../schema.ts';

export const tandemReply = operation({
  name: 'tandem_reply',
  title: 'Answer a question',
  description:
    "Answer a tandem_ask question of a run that your token started. Use it when tandem_wait shows an open question; permissions, grants and applying are a person's and have no tool. Creates no second answer: the same again is harmless, another is refused already_answered. Fails with unknown_question, or question_expired: the answer is kept as late and the worker was told TIMED_OUT.",

  kind: 'act',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object(
    {
      question_id: id('The question.'),
      answer: { type: 'string', minLength: 1, maxLength: 20_000, pattern: '\\S', description: 'Your answer.' },
    },
    ['question_id', 'answer'],
  ),
  output: answer(
    {
      question_id: string('The question.'),
      repeated: flag('True: it was answered so already.'),
      next: string('What to do now.'),
    },
    ['question_id', 'repeated', 'next'],
  ),
});
