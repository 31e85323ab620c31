import { expect, it } from 'vitest';
import type { LiveState } from '../../data/live-state.ts';
import { weekOf } from './week.ts';

const hours = [{ from: '09:00', to: '17:00' }];
const calendar = { zone: 'UTC', hours: { mon: hours, tue: hours, wed: hours, thu: [], fri: hours, sat: [], sun: [] } };
/** A Tuesday. */
const now = Date.parse('2026-12-01T11:00:00Z');

function free(tasks: readonly object[], commitments: readonly object[]): readonly (number | null)[] {
  const state = {
    workspace: { calendar },
    commitments,
    tasks: new Map(tasks.map((one, at) => [at, { trashedAt: null, due: null, status: 'today', ...one }])),
  };
  return weekOf(state as unknown as LiveState, '2026-11-30', now).map((day) => day.free);
}

const meeting = { kind: 'fixed', start: '2026-12-01T13:00:00Z', end: '2026-12-01T14:00:00Z' };

it('free is the working time that is left, less what is promised and what is planned', () => {
  expect(free([], [])).toEqual([null, 360, 480, 0, 480, 0, 0]);
  expect(free([], [meeting])[1]).toBe(300);
  // Laid around the meeting: 12:00 to 13:00 and 14:00 to 15:00.
  expect(free([{ plannedStart: '2026-12-01T12:00:00Z', estimateMinutes: 120 }], [meeting])[1]).toBe(180);
  // What lies in the past, is done or has no estimate takes nothing of it.
  const none = [
    { plannedStart: '2026-12-01T09:00:00Z', estimateMinutes: 60 },
    { plannedStart: '2026-12-01T12:00:00Z', estimateMinutes: 60, status: 'done' },
    { plannedStart: '2026-12-01T12:00:00Z', estimateMinutes: null },
  ];
  expect(free(none, [])[1]).toBe(360);
});
