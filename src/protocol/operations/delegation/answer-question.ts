import { operation } from '../../operation.ts';
import { answer, flag, id, object } from '../../schema.ts';

export const answerQuestion = operation({
  name: 'answer_question',
  title: 'Answer a question',
  description: 'Answer the question of a run.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      questionId: id('The question.'),
      answer: { type: 'string', minLength: 1, maxLength: 20_000, pattern: '\\S', description: 'The answer.' },
    },
    ['questionId', 'answer'],
  ),
  output: answer({ late: flag('It came after the deadline and is kept as late.') }, ['late']),
});
