import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { id, object } from '../schema.ts';

export const dropOffer = operation({
  name: 'drop_offer',
  title: 'Drop an offered version',
  description: 'Forget the offered version; the active one stays.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ sidekickId: id('Sidekick id.') }, ['sidekickId']),
  output: applied,
});
