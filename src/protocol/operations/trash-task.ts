import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const trashTask = operation({
  name: 'trash_task',
  title: 'Move a task to the trash',
  description: 'Move a task and its live subtasks to the trash. They can be restored.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object({ taskId: id('Task id or alias.') }, ['taskId']),
  output: applied,
});
