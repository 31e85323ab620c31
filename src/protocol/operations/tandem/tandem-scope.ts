import { operation } from '../../operation.ts';
import { answer, list, object } from '../../schema.ts';

export const tandemScope = operation({
  name: 'tandem_scope',
  title: 'Read what may be delegated',
  description:
    'Read where and how runs may go: roots, profiles, agents with their versions and whether their jail holds, what a ' +
    'person granted, limits. Use it before tandem_start; to try one start use its preflight. Changes nothing and never ' +
    'fails for lack of grants: it says what is missing.',
  kind: 'answer',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object({}, []),
  output: answer(
    {
      roots: list(answer({}, []), 'Folders for cwd.'),
      profiles: list(answer({}, []), 'Deadlines and thinking.'),
      agents: list(answer({}, []), 'Allowed agents.'),
      jail: answer({}, []),
      grants: list(answer({}, []), 'Standing grants that count now.'),
      limits: answer({}, []),
    },
    ['roots', 'profiles', 'agents', 'jail', 'grants', 'limits'],
  ),
});
