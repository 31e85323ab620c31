import { operation } from '../../operation.ts';
import { answer, flag, id, object, string } from '../../schema.ts';

export const applyResult = operation({
  name: 'apply_result',
  title: 'Apply a diff',
  description: 'Apply the commit of a run to the checkout: fast-forward, or as a patch.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ runId: id('The run.') }, ['runId']),
  output: answer(
    { how: string('fast_forward or patch.'), already: flag('The checkout held it before; nothing was changed there.') },
    ['how', 'already'],
  ),
});
