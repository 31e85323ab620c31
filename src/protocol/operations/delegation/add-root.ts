import { made } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { rootFields } from '../../root-fields.ts';
import { answer, nullable, object, string } from '../../schema.ts';

export const addRoot = operation({
  name: 'add_root',
  title: 'Give a folder',
  description: 'Give the workspace a folder in which runs may work.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      path: { type: 'string', minLength: 1, maxLength: 4096, description: 'Absolute folder.' },
      ...rootFields,
    },
    ['path'],
  ),
  output: answer(
    {
      ...made.properties,
      repository: nullable(string('Top of its git repository, when that lies above.')),
      warning: nullable(
        string('What mode work then shows a peer, and a path of the prepare command that no jail shows.'),
      ),
    },
    [...made.required, 'repository', 'warning'],
  ),
});
