import { operation } from '../../operation.ts';
import { id, object, oneOf, text } from '../../schema.ts';
import { tandemStartSchema } from '../../tandem-start-schema.ts';
import { startedAnswer } from './tandem-start.ts';

const given = tandemStartSchema.properties as Readonly<Record<string, object>>;

export const tandemContinue = operation({
  name: 'tandem_continue',
  title: 'Continue a conversation',
  description:
    'Continue a conversation of yours with a new turn: new goal and criteria, same agent, mode, folder, owned files and base constraints, history kept. Use it after a run ended; to begin anew use tandem_start. Creates a run and returns at once. continuation fresh starts an empty session and needs a handoff that tells it what to know. Fails with unknown_conversation, conversation_busy, task_done or worktree_going.',

  kind: 'act',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object(
    {
      conversation_id: id('The conversation.'),
      prompt: { ...given.prompt },
      contract: {
        type: ['object', 'null'],
        description: 'Contract of the same shape as in tandem_start; validated so.',
      },
      execution: { type: ['object', 'null'], description: 'As in tandem_start.' },
      timeout_seconds: { ...given.timeout_seconds },
      question_timeout_seconds: { ...given.question_timeout_seconds },
      continuation: oneOf(['same', 'fresh'], 'same = keep the history (default), fresh = a new session.'),
      handoff: text(60_000, 'What a fresh session must know.'),
    },
    ['conversation_id'],
  ),
  output: startedAnswer,
});
