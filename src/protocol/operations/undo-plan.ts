import { operation } from '../operation.ts';
import { answer, count, flag, id, list, object } from '../schema.ts';

export const undoPlan = operation({
  name: 'undo_plan',
  title: 'Undo a committed plan',
  description:
    'Move the tasks that a plan created to the trash. Tasks edited, done or delegated since stay unless named.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: false,
  input: object(
    {
      proposalId: id('Proposal id.'),
      alsoTaskIds: {
        type: 'array',
        maxItems: 20,
        items: id('Task id.'),
        description: 'Changed tasks to take away too.',
      },
      preview: flag('True: only say what would happen.'),
    },
    ['proposalId'],
  ),
  output: answer(
    {
      trash: list({ type: 'object' }, 'Tasks taken away.'),
      keep: list({ type: 'object' }, 'Tasks that stay, with the reason.'),
      seq: count('Sequence number.'),
      version: count('Workspace version.'),
    },
    ['trash', 'keep', 'seq', 'version'],
  ),
});
