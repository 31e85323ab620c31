import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const activateSidekick = operation({
  name: 'activate_sidekick',
  title: 'Activate a version',
  description: 'Make the offered version the active one, named by its hash.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      sidekickId: id('Sidekick id.'),
      hash: { type: 'string', minLength: 64, maxLength: 64, description: 'Hash that was shown.' },
    },
    ['sidekickId', 'hash'],
  ),
  output: applied,
});
