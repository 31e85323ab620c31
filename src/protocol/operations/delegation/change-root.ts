import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { rootFields } from '../../root-fields.ts';
import { id, object } from '../../schema.ts';

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
  output: applied,
});
