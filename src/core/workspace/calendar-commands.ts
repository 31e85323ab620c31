/** Name, zone and working hours of the workspace. */
import { Temporal } from 'temporal-polyfill';
import type { Problem } from '../../kit/result.ts';
import { isBlank } from '../../kit/text.ts';
import { edited } from '../state/apply.ts';
import { type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import { refuseFields } from './task-commands.ts';
import { type Calendar, type HoursSpan, weekdays } from './workspace.ts';

export interface CalendarInput {
  readonly name?: string;
  readonly zone?: string;
  readonly hours?: unknown;
}

export function changeCalendar(state: State, input: CalendarInput): Decision<null> {
  const problems: Problem[] = [];
  const { workspace } = state;
  if (input.name !== undefined && isBlank(input.name)) {
    problems.push({ code: 'blank_title', path: '/name', message: 'The name shows nothing.', fix: 'Write a name.' });
  }
  if (input.zone !== undefined && !isZone(input.zone)) {
    problems.push({
      code: 'bad_zone',
      path: '/zone',
      message: 'That is no IANA time zone.',
      fix: 'Write it like Europe/Berlin.',
    });
  }
  const hours = input.hours === undefined ? workspace.calendar.hours : readHours(input.hours, problems);
  if (problems.length > 0) return refuseFields(problems);
  const calendar: Calendar = { zone: input.zone ?? workspace.calendar.zone, hours };
  const set = { name: input.name ?? workspace.name, calendar };
  if (set.name === workspace.name && JSON.stringify(calendar) === JSON.stringify(workspace.calendar))
    return decided(null);
  return decided(null, {
    type: 'workspace.changed',
    summary: 'changed the name or calendar of the workspace',
    changes: [edited('workspace', workspace, set)],
    raisesVersion: true,
  });
}

function isZone(zone: string): boolean {
  try {
    Temporal.PlainDate.from('2026-01-01').toZonedDateTime({ timeZone: zone });
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}

function readHours(given: unknown, problems: Problem[]): Calendar['hours'] {
  const source = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const hours = {} as Record<(typeof weekdays)[number], readonly HoursSpan[]>;
  for (const day of weekdays) {
    const spans = source[day] ?? [];
    const sorted = Array.isArray(spans) ? sortedSpans(spans) : null;
    if (sorted) hours[day] = sorted;
    else
      problems.push({
        code: 'bad_hours',
        path: `/hours/${day}`,
        message: 'Spans must be HH:MM, from before to, and not overlap.',
        fix: 'Write [{"from":"09:00","to":"17:00"}]; 24:00 ends at midnight.',
      });
  }
  const unknown = Object.keys(source).filter((key) => !weekdays.some((day) => day === key));
  for (const key of unknown)
    problems.push({ code: 'bad_hours', path: '/hours', message: `${key} is no weekday.`, fix: 'Use mon to sun.' });
  return hours;
}

function sortedSpans(spans: readonly unknown[]): HoursSpan[] | null {
  const read = spans.map((span) =>
    typeof span === 'object' && span !== null ? (span as HoursSpan) : { from: '', to: '' },
  );
  const valid = read.every((span) => isClock(span.from, 23) && isClock(span.to, 24) && span.from < span.to);
  const sorted = read.map(({ from, to }) => ({ from, to })).sort((a, b) => (a.from < b.from ? -1 : 1));
  const disjoint = sorted.every((span, at) => at === 0 || (sorted[at - 1] as HoursSpan).to <= span.from);
  return valid && disjoint && read.length <= 12 ? sorted : null;
}

function isClock(text: unknown, lastHour: number): boolean {
  if (typeof text !== 'string') return false;
  const parts = /^(\d{2}):([0-5]\d)$/.exec(text);
  return parts !== null && (Number(parts[1]) < 24 || (lastHour === 24 && text === '24:00'));
}
