import { operation } from '../../operation.ts';
import { object } from '../../schema.ts';

export const readDelegation = operation({
  name: 'read_delegation',
  title: 'Read what runs may do',
  description: 'Read folders, agents and whether they are there, the jail, grants with their use, limits.',
  kind: 'answer',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({}, []),
  output: { type: 'object', description: 'DelegationView of protocol/delegation-views.' },
});
