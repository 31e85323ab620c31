import { operation } from '../../operation.ts';
import { answer, id, object, string } from '../../schema.ts';

export const tandemCancel = operation({
  name: 'tandem_cancel',
  title: 'Cancel a run',
  description:
    'Cancel a run that your token started. Use it to stop work that is not wanted any more; to stop waiting just end the waiting call of tandem_wait. The agent is asked to stop, then its processes are killed; what it left in its worktree stays. A run that ended stays as it ended. Fails with unknown_run.',

  kind: 'act',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object({ task_id: id('The run.') }, ['task_id']),
  output: answer(
    {
      task_id: string('The run.'),
      status: string('cancelling, cancelled, or how it had ended.'),
      next: string('What to do now.'),
    },
    ['task_id', 'status', 'next'],
  ),
});
