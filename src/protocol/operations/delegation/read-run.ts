import { operation } from '../../operation.ts';
import { id, object } from '../../schema.ts';

export const readRun = operation({
  name: 'read_run',
  title: 'Read a run',
  description:
    'Read one run in full: contract, report, questions, requests, artifacts, checks, coverage, walls, usage.',
  kind: 'answer',
  tool: false,
  who: ['desk', 'workspace'],
  idempotent: true,
  input: object({ runId: id('The run.') }, ['runId']),
  output: { type: 'object', description: 'RunView of protocol/delegation-views.' },
});
