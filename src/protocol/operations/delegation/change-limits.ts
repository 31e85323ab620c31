import { applied } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { flag, integer, object } from '../../schema.ts';

export const changeLimits = operation({
  name: 'change_limits',
  title: 'Change the limits',
  description:
    'Change how many run at once, the longest wait, whether only observed checks count, and let runs start again after a stop.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      maxWorkers: integer(1, 16, 'Workers at once.'),
      maxWaitSeconds: integer(1, 50, 'Longest wait of a tool call, seconds.'),
      requestSeconds: integer(1, 3600, 'How long a permission request waits for a person; then it is denied.'),
      demandObserved: flag('Only observed checks count.'),
      stopped: flag('Nothing starts.'),
    },
    [],
  ),
  output: applied,
});
