import { operation } from '../operation.ts';
import { object, text } from '../schema.ts';

export const readImports = operation({
  name: 'read_imports',
  title: 'Read imports',
  description: 'Read the imports, newest first, 50 at a time, without their tasks. Read one with read_import.',
  kind: 'answer',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ cursor: text(200, 'nextCursor of the answer before.') }, []),
  output: { type: 'object', description: 'imports: ImportRecord[] of core/workspace, total, nextCursor.' },
});
