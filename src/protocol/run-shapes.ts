/** Shapes that several answers about runs share. */
import { runStatuses } from '../core/run/run.ts';
import { answer, count, described, flag, list, nullable, oneOf, string } from './schema.ts';

/** An open object; its fields are data, not contract. */
export function facts(description: string) {
  return { type: 'object', description } as const;
}

/** Of every answer that keeps to its room (`app/views/room.ts`). */
export const cutShape = list(
  answer(
    {
      at: string('JSON Pointer into this answer.'),
      shown: count('Entries shown.'),
      of: count('Entries that there are.'),
    },
    ['at'],
  ),
  'What had no room: texts end in an ellipsis, lists lack entries.',
);

const outcomes = ['success', 'partial', 'blocked'] as const;

export const runBrief = described(
  answer(
    {
      task_id: string('The run.'),
      conversation_id: string('Its conversation.'),
      status: oneOf(runStatuses, 'Where it stands. completed is not success.'),
      outcome: nullable(oneOf(outcomes, 'What the worker reported.')),
      code: nullable(string('Why it ended so.')),
      reason: nullable(string('In words.')),
      agent: string('Agent id.'),
      mode: string('think, analyze or work.'),
      goal: string('One line.'),
      turn: count('Turn of the conversation, from 1.'),
      created_at: string('When it was asked for.'),
      ended_at: nullable(string('When it ended.')),
      queue_position: nullable(count('Place in the queue, from 1; null = not queued.')),
    },
    [
      'task_id',
      'conversation_id',
      'status',
      'outcome',
      'code',
      'reason',
      'agent',
      'mode',
      'goal',
      'turn',
      'created_at',
      'ended_at',
      'queue_position',
    ],
  ),
  'The run as it stands.',
);

export const openQuestion = answer(
  {
    question_id: string('Answer it with tandem_reply.'),
    task_id: string('The run that waits.'),
    question: string('The words of the worker.'),
    options: list(string('One choice.'), 'Offered answers; none = free.'),
    deadline: string('After it the question is TIMED_OUT, never a yes.'),
    status: string('open, answered, timed_out, late or closed.'),
    answer: nullable(string('The answer.')),
    cut: flag('True: shown in part and without its options. tandem_result with section questions has it whole.'),
  },
  ['question_id', 'task_id', 'question', 'options', 'deadline', 'status', 'answer'],
);

export const settingsShape = described(
  answer(
    {
      requested: facts('As asked.'),
      effective: facts('As the defaults fill it.'),
      actual: facts('As the agent told it; null = unknown.'),
      unsupported: list(string('A setting that the agent cannot honour.'), 'Never pretended.'),
    },
    ['requested', 'effective', 'actual', 'unsupported'],
  ),
  'Asked, effective and actual settings apart.',
);
