import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { flag, id, object } from '../../schema.ts';

export const decideRequest = operation({
  name: 'decide_request',
  title: 'Decide a permission',
  description: 'Allow an act of an agent once, or deny it.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ requestId: id('The request.'), allow: flag('true = allow once.') }, ['requestId', 'allow']),
  output: applied,
});
