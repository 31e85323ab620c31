import { applied } from '../applied.ts';
import { operation } from '../operation.ts';
import { object } from '../schema.ts';

export const changeCalendar = operation({
  name: 'change_calendar',
  title: 'Change the calendar',
  description: 'Change name, time zone and working hours of the workspace.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      name: { type: 'string', minLength: 1, maxLength: 120, description: 'Workspace name.' },
      zone: { type: 'string', minLength: 1, maxLength: 64, description: 'IANA time zone.' },
      hours: { type: 'object', description: 'Spans {from, to} as HH:MM per weekday mon to sun.' },
    },
    [],
  ),
  output: applied,
});
