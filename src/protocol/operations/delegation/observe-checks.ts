import { operation } from '../../operation.ts';
import { answer, id, list, object, string, text } from '../../schema.ts';

export const observeChecks = operation({
  name: 'observe_checks',
  title: 'Run the checks',
  description:
    'Run the declared checks of a run in the jail, on the exact bytes of its commit. Needs a grant of each command.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      runId: id('The run.'),
      checkIds: {
        type: 'array',
        items: text(100, 'Check.'),
        maxItems: 50,
        description: 'Leave out for all selected ones.',
      },
    },
    ['runId'],
  ),
  output: answer(
    {
      started: list(string('Check.'), 'Checks that run now.'),
      refused: list({ type: 'object' }, 'Checks without a grant.'),
    },
    ['started', 'refused'],
  ),
});
