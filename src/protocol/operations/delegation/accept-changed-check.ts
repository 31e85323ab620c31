import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { id, object } from '../../schema.ts';

export const acceptChangedCheck = operation({
  name: 'accept_changed_check',
  title: 'Accept a changed check',
  description: 'Accept that a run changed what judges it.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ checkRunId: id('The check run.') }, ['checkRunId']),
  output: applied,
});
