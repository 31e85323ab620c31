import { operation } from '../operation.ts';
import { answer, list, object } from '../schema.ts';

export const readTools = operation({
  name: 'read_tools',
  title: 'Read what agents can do here',
  description: 'Read every tool of the table with its kind, description, schema, who may call it and its last callers.',
  kind: 'answer',
  tool: false,
  who: ['workspace', 'desk', 'visitor'],
  idempotent: true,
  input: object({}, []),
  output: answer(
    {
      tools: list(
        { type: 'object' },
        'name, title, kind, impl, description, inputSchema, outputSchema, annotations, surfaces, lastCallers.',
      ),
    },
    ['tools'],
  ),
});
