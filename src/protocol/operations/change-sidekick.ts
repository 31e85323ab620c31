import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { flag, id, object } from '../schema.ts';

export const changeSidekick = operation({
  name: 'change_sidekick',
  title: 'Enable or mark a sidekick',
  description: 'Enable, disable, or mark a sidekick mandatory.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({ sidekickId: id('Sidekick id.'), enabled: flag('Enabled.'), mandatory: flag('Mandatory.') }, [
    'sidekickId',
  ]),
  output: applied,
});
