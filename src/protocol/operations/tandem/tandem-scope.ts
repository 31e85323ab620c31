import { operation } from '../../operation.ts';
import { cutShape, facts } from '../../run-shapes.ts';
import { answer, list, object } from '../../schema.ts';

export const tandemScope = operation({
  name: 'tandem_scope',
  title: 'Read what may be delegated',
  description:
    'Read where and how runs may go: roots, profiles, agents with versions and whether their jail holds, what a person granted, limits. Use it before tandem_start; to try one start use its preflight. Changes nothing. Fails with delegation_unavailable only.',

  kind: 'answer',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object({}, []),
  output: answer(
    {
      roots: list(
        facts('One.'),
        'Folders for cwd; repository: one that lies above the folder, which mode work shows whole.',
      ),
      profiles: list(facts('One.'), 'Deadlines and thinking.'),
      agents: list(facts('One.'), 'Allowed agents.'),
      jail: facts('Whether it holds here.'),
      grants: list(facts('One.'), 'Standing grants that count now, newest first.'),
      limits: facts('What a person set.'),
      cut: cutShape,
    },
    ['roots', 'profiles', 'agents', 'jail', 'grants', 'limits', 'cut'],
  ),
});
