/** Cases of the rules over times, statuses, priorities and descriptions. */
import type { RuleCase } from './rule-case.ts';

const days = { from: '09:00', to: '16:00' };
const night = { from: '22:00', to: '05:00' };

export const timeCases: readonly RuleCase[] = [
  { name: 'due stated', rule: { kind: 'has_due' }, steps: [{ id: 'a', dueAt: '2026-12-01T09:00:00Z' }], fails: null },
  { name: 'no due', rule: { kind: 'has_due' }, steps: [{ id: 'a' }], fails: ['a'] },
  {
    name: 'start stated',
    rule: { kind: 'has_start' },
    steps: [{ id: 'a', plannedStart: '2026-12-01T09:00:00Z' }],
    fails: null,
  },
  { name: 'no start', rule: { kind: 'has_start', where: { priority: 'medium' } }, steps: [{ id: 'a' }], fails: ['a'] },

  {
    name: 'no deadline, no buffer',
    rule: { kind: 'buffer_before_deadline', minutes: 60 },
    steps: [{ id: 'a', dueAt: '2026-12-09T09:00:00Z' }],
    fails: null,
  },
  {
    name: 'exactly the buffer',
    rule: { kind: 'buffer_before_deadline', minutes: 60 },
    steps: [{ id: 'a', dueAt: '2026-12-01T11:00:00Z' }, { id: 'b' }],
    world: { deadline: '2026-12-01T12:00:00Z' },
    fails: null,
  },
  {
    name: 'an end inside the buffer',
    rule: { kind: 'buffer_before_deadline', minutes: 60 },
    steps: [
      { id: 'a', dueAt: '2026-12-01T10:00:00Z' },
      { id: 'b', end: '2026-12-01T11:01:00Z' },
    ],
    world: { deadline: '2026-12-01T12:00:00Z' },
    fails: ['b'],
    says: '59 minutes before the deadline, at least 1 hour before wanted',
  },
  {
    name: 'a due after the deadline',
    rule: { kind: 'buffer_before_deadline', minutes: 60 },
    steps: [{ id: 'a', dueAt: '2026-12-01T12:30:00Z' }],
    world: { deadline: '2026-12-01T12:00:00Z' },
    fails: ['a'],
    says: '30 minutes after',
  },

  {
    name: 'far from wanted, in days',
    rule: { kind: 'buffer_before_deadline', minutes: 21_360 },
    steps: [{ id: 'a', dueAt: '2026-12-01T10:00:00Z' }],
    world: { deadline: '2026-12-03T12:00:00Z' },
    fails: ['a'],
    says: '2 days 2 hours before the deadline, at least 14 days 20 hours before wanted',
  },

  {
    name: 'few enough',
    rule: { kind: 'status_count', statuses: ['today'], max: 1 },
    steps: [{ id: 'a', status: 'today' }, { id: 'b' }],
    fails: null,
  },
  {
    name: 'too many of the statuses',
    rule: { kind: 'status_count', statuses: ['today', 'backlog'], max: 1 },
    steps: [{ id: 'a', status: 'today' }, { id: 'b' }],
    fails: ['a', 'b'],
  },
  {
    name: 'one urgent',
    rule: { kind: 'priority_count', atLeast: 'urgent', max: 1 },
    steps: [
      { id: 'a', priority: 'urgent' },
      { id: 'b', priority: 'high' },
    ],
    fails: null,
  },
  {
    name: 'higher priorities count as well',
    rule: { kind: 'priority_count', atLeast: 'high', max: 1 },
    steps: [
      { id: 'a', priority: 'urgent' },
      { id: 'b', priority: 'high' },
    ],
    fails: ['a', 'b'],
  },

  { name: 'long enough', rule: { kind: 'described', min: 3 }, steps: [{ id: 'a', description: 'abc' }], fails: null },
  {
    name: 'padding describes nothing',
    rule: { kind: 'described', min: 3 },
    steps: [{ id: 'a', description: '  ab  ' }],
    fails: ['a'],
    says: '2 characters',
  },
  {
    name: 'a pair counts once',
    rule: { kind: 'described', min: 2 },
    steps: [{ id: 'a', description: '\u{1F600}' }],
    fails: ['a'],
  },

  {
    name: 'start and end at the edges',
    rule: { kind: 'between_hours', ...days },
    steps: [{ id: 'a', plannedStart: '2026-12-01T09:00:00Z', end: '2026-12-01T16:00:00Z' }, { id: 'b' }],
    fails: null,
  },
  {
    name: 'clocks of the zone, not of UTC',
    rule: { kind: 'between_hours', ...days },
    steps: [{ id: 'a', plannedStart: '2026-12-01T15:30:00Z' }],
    world: { zone: 'Europe/Berlin' },
    fails: ['a'],
    says: '16:30',
  },
  {
    name: 'an end too late',
    rule: { kind: 'between_hours', ...days },
    steps: [{ id: 'a', plannedStart: '2026-12-01T15:00:00Z', end: '2026-12-01T16:01:00Z' }],
    fails: ['a'],
    says: '16:01',
  },
  {
    name: 'an end at midnight closes its day',
    rule: { kind: 'between_hours', from: '20:00', to: '24:00' },
    steps: [{ id: 'a', plannedStart: '2026-12-01T20:00:00Z', end: '2026-12-02T00:00:00Z' }],
    fails: null,
  },
  {
    name: 'through the night',
    rule: { kind: 'between_hours', ...night },
    steps: [
      { id: 'a', plannedStart: '2026-12-01T23:30:00Z', end: '2026-12-02T00:00:00Z' },
      { id: 'b', plannedStart: '2026-12-01T04:59:00Z' },
    ],
    fails: null,
  },
  {
    name: 'not in the night',
    rule: { kind: 'between_hours', ...night },
    steps: [{ id: 'a', plannedStart: '2026-12-01T12:00:00Z' }],
    fails: ['a'],
  },
];
