import { operation } from '../../operation.ts';
import { answer, id, object, string } from '../../schema.ts';

export const cancelRun = operation({
  name: 'cancel_run',
  title: 'Cancel a run',
  description: 'Cancel one run.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ runId: id('The run.') }, ['runId']),
  output: answer({ status: string('Where it stands.') }, ['status']),
});
