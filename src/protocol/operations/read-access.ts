import { operation } from '../operation.ts';
import { object } from '../schema.ts';

export const readAccess = operation({
  name: 'read_access',
  title: 'Read who has access',
  description: 'Read persons, browsers (keys) and tokens with their limits and last use.',
  kind: 'answer',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({}, []),
  output: { type: 'object', description: 'AccessView of app/views.' },
});
