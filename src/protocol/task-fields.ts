/** What a person may set of a task, on creating and on editing. Null clears a field. */
import { priorities, taskStatuses } from '../core/workspace/task.ts';
import { flag, id, nullable, object, oneOf, text } from './schema.ts';

export const taskFields = {
  title: { type: 'string', minLength: 1, maxLength: 500, description: 'Title. Must not be blank.' },
  description: text(20000, 'Markdown.'),
  status: oneOf(taskStatuses, 'Board column.'),
  priority: oneOf(priorities, 'Priority.'),
  tags: {
    type: 'array',
    maxItems: 50,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 48 },
    description: 'Tags.',
  },
  parentId: nullable(id('Parent task id or alias; null = none.')),
  ownerId: nullable(id('Person id; null = the owner of the workspace.')),
  dependsOn: {
    type: 'array',
    maxItems: 100,
    uniqueItems: true,
    items: id('Task id or alias.'),
    description: 'Tasks that must be done first.',
  },
  due: nullable({
    anyOf: [object({ at: text(40, 'RFC 3339 instant.') }, ['at']), object({ date: text(10, 'YYYY-MM-DD.') }, ['date'])],
  }),
  plannedStart: nullable(text(40, 'RFC 3339 instant.')),
  estimateMinutes: nullable({
    type: 'integer',
    minimum: 1,
    maximum: 100000,
    description: 'Working minutes; null = unknown.',
  }),
  rank: { type: 'number', description: 'Place within the column; between the ranks of the neighbours.' },
  checklist: {
    type: 'array',
    maxItems: 200,
    items: object({ id: id('Item id.'), text: text(1000, 'Item.'), done: flag('Done.') }, ['id', 'text', 'done']),
    description: 'The whole checklist.',
  },
} as const;
