import { operation } from '../operation.ts';
import { object } from '../schema.ts';

export const readWorkspace = operation({
  name: 'read_workspace',
  title: 'Read the whole workspace',
  description:
    'Read everything the pages show: tasks, commitments, sidekicks, open proposals, persons, settings and the sequence number to follow the feed from.',
  kind: 'answer',
  tool: false,
  who: ['workspace', 'desk', 'visitor'],
  idempotent: true,
  input: object({}, []),
  output: { type: 'object', description: 'WorkspaceView of app/views.' },
});
