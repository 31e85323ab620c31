import { operation } from '../../operation.ts';
import { answer, flag, id, object, text } from '../../schema.ts';

export const acceptRun = operation({
  name: 'accept_run',
  title: 'Accept work',
  description: 'Accept what a run did; its task is done then.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ runId: id('The run.'), notes: text(4000, 'Notes.') }, ['runId']),
  output: answer({ taskDone: flag('The task moved to done.') }, ['taskDone']),
});
