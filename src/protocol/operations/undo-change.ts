import { operation } from '../operation.ts';
import { answer, count, flag, integer, list, object, string } from '../schema.ts';

export const undoChange = operation({
  name: 'undo_change',
  title: 'Undo your last change',
  description:
    'Undo your own last change of tasks, commitments or settings, as a new change. What others changed since stays.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: false,
  input: object(
    {
      seq: integer(1, Number.MAX_SAFE_INTEGER, 'The event to undo. Default: your last one that can be undone.'),
      preview: flag('True: only say what would change.'),
    },
    [],
  ),
  output: answer(
    {
      summary: string('What was undone.'),
      changes: list(string('Change.'), 'What it changes.'),
      seq: count('Sequence number.'),
      version: count('Workspace version.'),
    },
    ['summary', 'changes', 'seq', 'version'],
  ),
});
