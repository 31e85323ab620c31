import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { rootFields } from '../../root-fields.ts';
import { answer, id, nullable, object, string } from '../../schema.ts';

export const changeRoot = operation({
  name: 'change_root',
  title: 'Change a folder',
  description: 'Change the name, default agent, prepare command, caches, test paths or manifests of a folder.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      rootId: id('The folder.'),
      ...rootFields,
    },
    ['rootId'],
  ),
  output: answer(
    {
      ...applied.properties,
      warning: nullable(string('A path that the prepare command names and no jail shows.')),
    },
    [...applied.required, 'warning'],
  ),
});
