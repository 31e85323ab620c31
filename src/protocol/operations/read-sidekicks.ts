import { operation } from '../operation.ts';
import { object } from '../schema.ts';

export const readSidekicks = operation({
  name: 'read_sidekicks',
  title: 'Read the sidekicks',
  description: 'Read every sidekick with its sources, active and offered versions and problems.',
  kind: 'answer',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object({}, []),
  output: { type: 'object', description: 'sidekicks: Sidekick[] of core/playbook.' },
});
