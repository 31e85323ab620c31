import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import type { State } from '../../core/state/state.ts';
import { deadlineState } from '../../core/workspace/deadline.ts';
import { priorities, type Task, taskStatuses } from '../../core/workspace/task.ts';
import { dueInstant, formatInstant } from '../../core/workspace/time.ts';
import { deadlineOf, dueMs, riskWords } from './deadline.ts';
import { dateAt, fromLocalInput, instantAt, localInput, mondayOf } from './zone.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2044, 0) });
const date = instant.map((ms) => new Date(ms).toISOString().slice(0, 10));
const due = fc.oneof(
  instant.map((ms) => ({ at: formatInstant(ms) })),
  date.map((one) => ({ date: one })),
);

it('finds the end of a date as core does, in zones with every kind of clock change', () => {
  fc.assert(
    fc.property(due, zone, (one, name) => {
      expect(dueMs(one, name)).toBe(dueInstant(one, name));
    }),
  );
});

it('judges a deadline as core does', () => {
  const around = fc.record({
    due,
    zone,
    status: fc.constantFrom(...taskStatuses),
    estimateMinutes: fc.option(fc.integer({ min: 1, max: 10_000 })),
    start: fc.option(fc.integer({ min: -200, max: 200 })),
    offset: fc.integer({ min: -200, max: 200 }),
    blocked: fc.boolean(),
  });
  fc.assert(
    fc.property(around, (given) => {
      const end = dueInstant(given.due, given.zone) as number;
      const now = end + given.offset * 1_800_000;
      const task = taskOf({
        due: given.due,
        status: given.status,
        estimateMinutes: given.estimateMinutes,
        plannedStart: given.start === null ? null : formatInstant(end + given.start * 1_800_000),
        doneAt: given.status === 'done' ? formatInstant(now) : null,
        dependsOn: given.blocked ? ['other'] : [],
      });
      const state = stateWith(given.zone);
      const blocked = given.blocked && given.status !== 'done';
      expect(deadlineOf(task, { zone: given.zone, blocked, now })).toBe(deadlineState(state, task, now));
    }),
  );
});

it('says why a deadline is at risk, and nothing of one that a plan laid out in time', () => {
  const due = { at: '2026-12-02T08:00:00Z' };
  const risk = (fields: Partial<Task>, blocked = false) =>
    riskWords(taskOf({ due, status: 'today', plannedStart: null, estimateMinutes: null, doneAt: null, ...fields }), {
      zone: 'UTC',
      blocked,
      now: Date.parse('2026-12-01T12:00:00Z'),
    });
  const plannedStart = '2026-12-01T14:00:00Z';
  expect(risk({})).toBe('less than a day is left, and it is not in progress');
  expect(risk({ status: 'in-progress' })).toBeNull();
  expect(risk({ status: 'in-progress' }, true)).toBe('less than a day is left, and it is blocked');
  expect(risk({ estimateMinutes: 1440 })).toBe('its estimate ends after it, begun now');
  expect(risk({ plannedStart, estimateMinutes: 240 }, true)).toBeNull();
  expect(risk({ plannedStart, estimateMinutes: 1140 })).toBe('planned start and estimate end after it');
  expect(risk({ plannedStart: '2026-12-01T10:00:00Z', estimateMinutes: 60 })).toContain('not in progress');
});

it('goes from an instant to the zone’s wall clock and back', () => {
  const minutes = instant.map((ms) => Math.floor(ms / 60_000) * 60_000);
  fc.assert(
    fc.property(minutes, zone, (ms, name) => {
      const wall = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name).toPlainDateTime();
      expect(localInput(formatInstant(ms), name)).toBe(wall.toString({ smallestUnit: 'minute' }));
      expect(dateAt(ms, name)).toBe(wall.toPlainDate().toString());
      const first = wall.toZonedDateTime(name, { disambiguation: 'earlier' }).epochMilliseconds;
      expect(fromLocalInput(wall.toString({ smallestUnit: 'minute' }), name)).toBe(formatInstant(first));
    }),
  );
});

it('takes a wall time that a change skips as if the clock had not changed', () => {
  expect(formatInstant(instantAt('2026-03-29', '02:30', 'Europe/Berlin'))).toBe('2026-03-29T01:30:00Z');
});

it('begins a week on Monday', () => {
  expect(['2026-11-29', '2026-11-30', '2026-12-06'].map(mondayOf)).toEqual(['2026-11-23', '2026-11-30', '2026-11-30']);
});

function taskOf(fields: Partial<Task>): Task {
  return { priority: priorities[0], ...fields } as Task;
}

function stateWith(name: string): State {
  const other = { id: 'other', status: 'today', trashedAt: null };
  return { workspace: { calendar: { zone: name } }, tables: { task: new Map([['other', other]]) } } as unknown as State;
}
