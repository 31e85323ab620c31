import { made } from '../applied.ts';
import { operation } from '../operation.ts';
import { object } from '../schema.ts';
import { taskFields } from '../task-fields.ts';

export const createTask = operation({
  name: 'create_task',
  title: 'Create a task',
  description: 'Create one task by hand.',
  kind: 'act',
  tool: false,
  who: ['workspace', 'desk'],
  idempotent: false,
  input: object(taskFields, ['title']),
  output: made,
});
