import { operation } from '../operation.ts';
import { id, object, text } from '../schema.ts';

export const readImport = operation({
  name: 'read_import',
  title: 'Read one import',
  description: 'Read one import: a part of its tasks and of what could not be kept, at most 500 of them, at a time.',
  kind: 'answer',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ importId: id('Import id.'), cursor: text(400, 'nextCursor of the answer before.') }, ['importId']),
  output: { type: 'object', description: 'import: ImportRecord, tasks, losses, twins, nextCursor.' },
});
