import { taskStatuses } from '../../core/workspace/task.ts';
import { operation } from '../operation.ts';
import { answer, count, id, integer, list, nullable, object, string, text } from '../schema.ts';
import { taskBrief } from '../shapes.ts';

export const searchTasks = operation({
  name: 'search_tasks',
  title: 'Search tasks',
  description:
    'Find tasks by words in title, description and tags, by status, parent or tag, a page at a time. Use it when ' +
    'get_workspace_state cut its list or you look for something; to read one task in full use get_task. Changes ' +
    'nothing. Without text it lists all that fit the filters. Returns total and nextCursor; an empty list means that ' +
    'nothing fits. Fails with bad_cursor when the cursor is not one of ours.',
  kind: 'answer',
  tool: true,
  who: ['agent', 'visitor', 'terminal', 'workspace', 'desk'],
  idempotent: true,
  input: object(
    {
      text: text(200, 'Words that must all occur; the last one may be a beginning.'),
      status: { type: 'string', enum: taskStatuses, description: 'Only this board column.' },
      parentTaskId: id('Only direct subtasks of this task.'),
      tag: { type: 'string', minLength: 1, maxLength: 48, description: 'Only tasks with this tag.' },
      limit: integer(1, 50, 'Page size. Default 20.'),
      cursor: text(200, 'nextCursor of the answer before.'),
    },
    [],
  ),
  output: answer(
    {
      tasks: list(taskBrief, 'This page.'),
      total: count('All that fit.'),
      nextCursor: nullable(string('null = the end.')),
    },
    ['tasks', 'total', 'nextCursor'],
  ),
});
