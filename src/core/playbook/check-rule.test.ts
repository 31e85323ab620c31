import { describe, expect, it } from 'vitest';
import type { Subtask } from '../plan/candidate.ts';
import { parseInstant } from '../workspace/time.ts';
import { checkRule } from './check-rule.ts';
import type { Rule, RuleKind } from './rule.ts';
import type { RuleSubject } from './rule-subject.ts';

type Step = Partial<Subtask> & { readonly id: string; readonly end?: string };

function subject(steps: readonly Step[], { deadline = null as string | null, zone = 'UTC' } = {}): RuleSubject {
  return {
    parent: {} as RuleSubject['parent'],
    deadlineMs: deadline === null ? null : parseInstant(deadline),
    zone,
    subtasks: steps.map(({ id, end: _, ...fields }) => ({
      candidateId: id,
      title: `Step ${id}`,
      description: '',
      status: 'backlog',
      priority: 'medium',
      tags: [],
      dependencyCandidateIds: [],
      assignedSidekickIds: [],
      checklistCoverageIds: [],
      ...fields,
    })),
    times: steps.map(({ plannedStart, dueAt, end }) => ({
      startMs: plannedStart === undefined ? null : parseInstant(plannedStart),
      dueMs: dueAt === undefined ? null : parseInstant(dueAt),
      endMs: end === undefined ? null : parseInstant(end),
    })),
  };
}

interface Case {
  readonly name: string;
  readonly rule: Rule;
  readonly steps: readonly Step[];
  readonly world?: { readonly deadline?: string; readonly zone?: string };
  /** Candidate ids of the failure; null = the rule holds. */
  readonly fails: readonly string[] | null;
  readonly says?: string;
}

const review = { words: ['review'] };
const chain: readonly Step[] = [
  { id: 'a', title: 'Review' },
  { id: 'b', dependencyCandidateIds: ['a'] },
  { id: 'c', recommendationType: 'rollout', dependencyCandidateIds: ['b'] },
];
const loose: readonly Step[] = [...chain.slice(0, 2), { id: 'c', recommendationType: 'rollout' }];
const circle: readonly Step[] = [
  { id: 'a', dependencyCandidateIds: ['c'] },
  { id: 'c', recommendationType: 'rollout', dependencyCandidateIds: ['a', 'c'] },
];
const days = { from: '09:00', to: '16:00' };
const night = { from: '22:00', to: '05:00' };

const cases: readonly Case[] = [
  { name: 'within both bounds', rule: { kind: 'subtask_count', min: 1, max: 2 }, steps: [{ id: 'a' }], fails: null },
  { name: 'too few', rule: { kind: 'subtask_count', min: 2 }, steps: [{ id: 'a' }], fails: ['a'], says: '1 subtask,' },
  { name: 'none at all', rule: { kind: 'subtask_count', min: 1 }, steps: [], fails: [] },
  {
    name: 'too many',
    rule: { kind: 'subtask_count', max: 1 },
    steps: [{ id: 'a' }, { id: 'b' }],
    fails: ['a', 'b'],
    says: 'at most 1',
  },

  {
    name: 'one is there',
    rule: { kind: 'requires', where: review },
    steps: [{ id: 'a', title: 'Reviews' }],
    fails: null,
  },
  {
    name: 'in the description',
    rule: { kind: 'requires', where: review },
    steps: [{ id: 'a', description: 'a review' }],
    fails: null,
  },
  {
    name: 'none is there',
    rule: { kind: 'requires', where: review },
    steps: [{ id: 'a' }],
    fails: [],
    says: '"review"',
  },
  {
    name: 'fewer than min',
    rule: { kind: 'requires', where: { recommendation: 'sketch' }, min: 2 },
    steps: [{ id: 'a', recommendationType: 'sketch' }],
    fails: ['a'],
    says: 'at least 2',
  },
  {
    name: 'all parts of a selector must hold',
    rule: { kind: 'requires', where: { tags: ['Sec'], priority: 'high' } },
    steps: [
      { id: 'a', tags: ['sec'] },
      { id: 'b', priority: 'high' },
    ],
    fails: [],
  },

  {
    name: 'nothing forbidden',
    rule: { kind: 'forbids', where: { tags: ['misc'] } },
    steps: [{ id: 'a', tags: ['x'] }],
    fails: null,
  },
  {
    name: 'a forbidden one',
    rule: { kind: 'forbids', where: { tags: ['misc'] } },
    steps: [{ id: 'a', tags: ['Misc'] }],
    fails: ['a'],
  },

  {
    name: 'after it, at one remove',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: chain,
    fails: null,
  },
  {
    name: 'nothing that must come later',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: [{ id: 'a' }],
    fails: null,
  },
  {
    name: 'not after it',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: loose,
    fails: ['c'],
  },
  {
    name: 'no first at all, in a circle',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: circle,
    fails: ['c'],
  },
  {
    name: 'one that is both',
    rule: { kind: 'order', first: review, later: { words: ['publish'] } },
    steps: [{ id: 'a', title: 'Review and publish' }],
    fails: null,
  },
  {
    name: 'order of the list does not count',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: [...chain].reverse(),
    fails: null,
  },

  {
    name: 'all estimated',
    rule: { kind: 'estimated' },
    steps: [{ id: 'a', estimatedDurationMinutes: 1 }],
    fails: null,
  },
  { name: 'only picked ones count', rule: { kind: 'estimated', where: review }, steps: [{ id: 'a' }], fails: null },
  {
    name: 'one without',
    rule: { kind: 'estimated' },
    steps: [{ id: 'a' }, { id: 'b', estimatedDurationMinutes: 5 }],
    fails: ['a'],
  },

  {
    name: 'at both edges',
    rule: { kind: 'estimate_range', min: 30, max: 60 },
    steps: [
      { id: 'a', estimatedDurationMinutes: 30 },
      { id: 'b', estimatedDurationMinutes: 60 },
    ],
    fails: null,
  },
  { name: 'unknown is not too short', rule: { kind: 'estimate_range', min: 30 }, steps: [{ id: 'a' }], fails: null },
  {
    name: 'too long',
    rule: { kind: 'estimate_range', max: 60 },
    steps: [{ id: 'a', estimatedDurationMinutes: 61 }],
    fails: ['a'],
    says: '61 minutes',
  },
  {
    name: 'too short',
    rule: { kind: 'estimate_range', min: 30 },
    steps: [{ id: 'a', estimatedDurationMinutes: 29 }],
    fails: ['a'],
  },

  {
    name: 'the sum at the edge',
    rule: { kind: 'total_estimate', max: 90 },
    steps: [{ id: 'a', estimatedDurationMinutes: 90 }, { id: 'b' }],
    fails: null,
  },
  {
    name: 'the sum above',
    rule: { kind: 'total_estimate', max: 90 },
    steps: [{ id: 'a', estimatedDurationMinutes: 90 }, { id: 'b', estimatedDurationMinutes: 1 }, { id: 'c' }],
    fails: ['a', 'b'],
    says: '91 minutes',
  },

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
    says: '59 minutes before',
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

describe.each(cases)('$rule.kind: $name', ({ rule, steps, world, fails, says }) => {
  it(fails === null ? 'holds' : 'fails', () => {
    const failure = checkRule(rule, subject(steps, world));
    expect(failure?.candidateIds ?? null).toEqual(fails);
    if (says) expect(failure?.message).toContain(says);
    if (failure) expect(failure.message.length).toBeLessThan(400);
  });
});

it('tries every kind both ways', () => {
  const all: readonly RuleKind[] = [
    'subtask_count',
    'requires',
    'forbids',
    'order',
    'estimated',
    'estimate_range',
    'total_estimate',
    'has_due',
    'has_start',
    'buffer_before_deadline',
    'status_count',
    'priority_count',
    'described',
    'between_hours',
  ];
  for (const kind of all) {
    expect(
      cases.some((one) => one.rule.kind === kind && one.fails === null),
      `${kind} holds`,
    ).toBe(true);
    expect(
      cases.some((one) => one.rule.kind === kind && one.fails !== null),
      `${kind} fails`,
    ).toBe(true);
  }
});

it('names each repeated candidate id once', () => {
  expect(checkRule({ kind: 'has_due' }, subject([{ id: 'a' }, { id: 'a' }]))?.candidateIds).toEqual(['a']);
});

it('reads a subtask anew when its text was changed in place', () => {
  const changing = subject([{ id: 'a', title: 'Review' }]);
  const rule: Rule = { kind: 'requires', where: review };
  expect(checkRule(rule, changing)).toBeNull();
  (changing.subtasks[0] as { title: string }).title = 'Ship';
  expect(checkRule(rule, changing)).not.toBeNull();
});
