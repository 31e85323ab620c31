import { priorities, taskStatuses } from '../../core/workspace/task.ts';
import { operation } from '../operation.ts';
import { answer, count, flag, list, nullable, object, oneOf, string, text } from '../schema.ts';

const sourceId = { type: 'string', minLength: 1, maxLength: 200, description: 'Id of the source.' } as const;

const task = object(
  {
    sourceId,
    title: { type: 'string', minLength: 1, maxLength: 500, description: 'Title.' },
    description: text(20000, 'Markdown.'),
    status: oneOf(taskStatuses, 'Board column.'),
    priority: oneOf(priorities, 'Priority.'),
    tags: {
      type: 'array',
      maxItems: 50,
      items: { type: 'string', minLength: 1, maxLength: 48 },
      description: 'Tags.',
    },
    parentSourceId: nullable(sourceId),
    dependsOnSourceIds: { type: 'array', maxItems: 100, items: sourceId, description: 'Must be done first.' },
    dueDate: nullable(text(10, 'YYYY-MM-DD.')),
    checklist: {
      type: 'array',
      maxItems: 200,
      items: object({ text: text(1000, 'Item.'), done: flag('Done.') }, ['text', 'done']),
      description: 'Checklist.',
    },
  },
  [
    'sourceId',
    'title',
    'description',
    'status',
    'priority',
    'tags',
    'parentSourceId',
    'dependsOnSourceIds',
    'dueDate',
    'checklist',
  ],
);

const loss = object(
  { file: text(4096, 'File.'), field: text(200, 'Field.'), message: text(2000, 'What could not be kept.') },
  ['file', 'field', 'message'],
);

export const importTasks = operation({
  name: 'import_tasks',
  title: 'Bring tasks in',
  description:
    'Offer tasks of another tool. In a home that never had a person they fill the empty workspace or replace the untouched example; otherwise they wait for a person.',
  kind: 'act',
  tool: false,
  who: ['terminal'],
  idempotent: false,
  lists: ['tasks', 'losses'],
  input: object(
    {
      format: oneOf(['backlog-md'], 'Where they come from.'),
      source: text(4096, 'Folder.'),
      tasks: { type: 'array', maxItems: 20000, items: task, description: 'The tasks.' },
      losses: { type: 'array', maxItems: 100000, items: loss, description: 'What could not be kept.' },
    },
    ['format', 'source', 'tasks', 'losses'],
  ),
  output: answer(
    {
      importId: string('Import id.'),
      status: oneOf(['accepted', 'waiting'], 'waiting: a person decides at the desk.'),
      tasks: count('Tasks created, or waiting.'),
      earlier: count(
        'Earlier imports of the same source that wait or were accepted: accepted again, its tasks are there twice.',
      ),
      deskUrl: string('Where a person decides.'),
      losses: list({ type: 'object' }, 'The report.'),
    },
    ['importId', 'status', 'tasks', 'earlier', 'deskUrl'],
  ),
});
