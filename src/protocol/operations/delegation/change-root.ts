import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { id, object, text } from '../../schema.ts';

export const changeRoot = operation({
  name: 'change_root',
  title: 'Change a folder',
  description: 'Change the name, default agent, prepare command, caches or test paths of a folder.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      rootId: id('The folder.'),
      label: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S', description: 'Name.' },
      defaultAgentId: { type: ['string', 'null'], maxLength: 60, description: 'Agent of runs that name none.' },
      prepare: {
        type: ['string', 'null'],
        maxLength: 2000,
        description: 'Command that prepares a fresh tree for checks.',
      },
      caches: {
        type: 'array',
        items: text(4096, 'Absolute folder.'),
        maxItems: 20,
        description: 'Folders checks may read.',
      },
      testPaths: {
        type: 'array',
        items: text(1000, 'Relative path.'),
        maxItems: 200,
        description: 'Paths that judge the work.',
      },
    },
    ['rootId'],
  ),
  output: applied,
});
