import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const restoreTask = operation({
  name: 'restore_task',
  title: 'Restore a task',
  description: 'Take a task and the subtasks trashed with it out of the trash.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object({ taskId: id('Task id.') }, ['taskId']),
  output: applied,
});
