import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';
import { taskFields } from '../task-fields.ts';

export const editTask = operation({
  name: 'edit_task',
  title: 'Edit a task',
  description: 'Change fields of a task: text, status, place on the board, parent, dates, dependencies, checklist.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: true,
  input: object({ taskId: id('Task id or alias.'), ...taskFields }, ['taskId']),
  output: applied,
});
