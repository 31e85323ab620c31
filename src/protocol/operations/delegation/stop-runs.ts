import { operation } from '../../operation.ts';
import { answer, list, object, string } from '../../schema.ts';

export const stopRuns = operation({
  name: 'stop_runs',
  title: 'Stop all runs',
  description: 'Stop every run and let nothing start until a person says so.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({}, []),
  output: answer({ runs: list(string('Run.'), 'Stopped runs.') }, ['runs']),
});
