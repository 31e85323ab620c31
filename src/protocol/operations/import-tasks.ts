import { operation } from '../operation.ts';
import { answer, count, object, oneOf, string, text } from '../schema.ts';

export const importTasks = operation({
  name: 'import_tasks',
  title: 'Bring tasks in',
  description:
    'Offer tasks of another tool. In a home that never had a person they fill the empty workspace or replace the untouched example; otherwise they wait for a person.',
  kind: 'act',
  tool: false,
  who: ['terminal'],
  idempotent: false,
  input: object(
    {
      format: oneOf(['backlog-md'], 'Where they come from.'),
      source: text(4096, 'Folder.'),
      tasks: {
        type: 'array',
        maxItems: 20000,
        items: { type: 'object' },
        description: 'ImportedTask of core/workspace.',
      },
      losses: {
        type: 'array',
        maxItems: 100000,
        items: { type: 'object' },
        description: 'ImportLoss of core/workspace.',
      },
    },
    ['format', 'source', 'tasks', 'losses'],
  ),
  output: answer(
    {
      importId: string('Import id.'),
      status: oneOf(['accepted', 'waiting'], 'waiting: a person decides at the desk.'),
      tasks: count('Tasks created, or waiting.'),
      deskUrl: string('Where a person decides.'),
    },
    ['importId', 'status', 'tasks', 'deskUrl'],
  ),
});
