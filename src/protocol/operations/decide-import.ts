import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { flag, id, object } from '../schema.ts';

export const decideImport = operation({
  name: 'decide_import',
  title: 'Accept or reject an import',
  description: 'Let waiting tasks in, or not.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ importId: id('Import id.'), accept: flag('True: create the tasks.') }, ['importId', 'accept']),
  output: applied,
});
