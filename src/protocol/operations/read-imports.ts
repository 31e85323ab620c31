import { operation } from '../operation.ts';
import { object } from '../schema.ts';

export const readImports = operation({
  name: 'read_imports',
  title: 'Read imports',
  description: 'Read the imports that wait, with their reports.',
  kind: 'answer',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({}, []),
  output: { type: 'object', description: 'imports: ImportRecord[] of core/workspace.' },
});
