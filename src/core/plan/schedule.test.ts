import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import {
  berlin,
  candidateOf,
  commitmentOf,
  NOW,
  type SubtaskPart,
  taskOf,
  type World,
  worldOf,
} from './fixture/world.ts';

function scheduleOf(subtasks: readonly SubtaskPart[], world: World = {}) {
  return evaluate(worldOf(world), candidateOf(...subtasks), NOW).schedule;
}

function capacityOf(subtasks: readonly SubtaskPart[], world: World = {}) {
  return evaluate(worldOf(world), candidateOf(...subtasks), NOW).capacity;
}

function step(candidateId: string, estimatedDurationMinutes: number, ...dependencyCandidateIds: string[]) {
  return { candidateId, estimatedDurationMinutes, dependencyCandidateIds };
}

function due(at: string): World {
  return { tasks: [taskOf({ id: 'parent', due: { at } })] };
}

describe('the schedule', () => {
  test('a diamond: the long way is critical, the short way has slack', () => {
    const { subtasks, criticalPath, end } = scheduleOf([
      step('a', 60),
      step('b', 240, 'a'),
      step('c', 60, 'a'),
      step('d', 60, 'b', 'c'),
    ]);
    expect(subtasks).toEqual([
      {
        candidateId: 'a',
        basis: 'placed',
        start: '2026-03-02T08:00:00Z',
        end: '2026-03-02T09:00:00Z',
        slackMinutes: 0,
        critical: true,
      },
      {
        candidateId: 'b',
        basis: 'placed',
        start: '2026-03-02T09:00:00Z',
        end: '2026-03-02T13:00:00Z',
        slackMinutes: 0,
        critical: true,
      },
      {
        candidateId: 'c',
        basis: 'placed',
        start: '2026-03-02T09:00:00Z',
        end: '2026-03-02T10:00:00Z',
        slackMinutes: 180,
        critical: false,
      },
      {
        candidateId: 'd',
        basis: 'placed',
        start: '2026-03-02T13:00:00Z',
        end: '2026-03-02T14:00:00Z',
        slackMinutes: 0,
        critical: true,
      },
    ]);
    expect(criticalPath).toEqual(['a', 'b', 'd']);
    expect(end).toBe('2026-03-02T14:00:00Z');
  });

  test('the path runs over nights, weekends and meetings without a gap', () => {
    const commitments = [commitmentOf({ id: 'm', start: '2026-03-03T08:00:00Z', end: '2026-03-06T16:00:00Z' })];
    const { subtasks, criticalPath } = scheduleOf([step('a', 480), step('b', 30, 'a')], { commitments });
    expect(subtasks[1]?.start).toBe('2026-03-09T08:00:00Z');
    expect(criticalPath).toEqual(['a', 'b']);
  });

  test('slack is counted in working minutes', () => {
    const { subtasks } = scheduleOf([step('long', 960), step('short', 60)]);
    expect(subtasks.find(({ candidateId }) => candidateId === 'short')?.slackMinutes).toBe(900);
  });

  test('a stated start stays where it is and pushes what follows', () => {
    const { subtasks, criticalPath } = scheduleOf([
      { ...step('a', 60), plannedStart: '2026-03-04T08:00:00Z' },
      step('b', 60, 'a'),
      step('c', 60),
    ]);
    expect(subtasks.map(({ basis, start }) => [basis, start])).toEqual([
      ['stated', '2026-03-04T08:00:00Z'],
      ['placed', '2026-03-04T09:00:00Z'],
      ['placed', '2026-03-02T08:00:00Z'],
    ]);
    expect(criticalPath).toEqual(['a', 'b']);
  });

  test('no estimate is unknown: excluded, counted, and passed through', () => {
    const { subtasks, unestimated, end } = scheduleOf([
      step('a', 60),
      { candidateId: 'b', dependencyCandidateIds: ['a'] },
      step('c', 60, 'b'),
    ]);
    expect(subtasks[1]).toEqual({
      candidateId: 'b',
      basis: 'unknown',
      start: null,
      end: null,
      slackMinutes: null,
      critical: false,
    });
    expect(subtasks[2]?.start).toBe('2026-03-02T09:00:00Z');
    expect({ unestimated, end }).toEqual({ unestimated: 1, end: '2026-03-02T10:00:00Z' });
  });

  test('ties break by candidateId', () => {
    const { subtasks, criticalPath } = scheduleOf([step('b', 60), step('a', 60)]);
    expect(subtasks.map(({ candidateId }) => candidateId)).toEqual(['a', 'b']);
    expect(criticalPath).toEqual(['a']);
  });

  test.each([
    ['2026-03-03T16:00:00Z', 'met'],
    ['2026-03-02T10:24:00Z', 'met'],
    ['2026-03-02T10:23:00Z', 'at-risk'],
    ['2026-03-02T10:00:00Z', 'at-risk'],
    ['2026-03-02T09:59:00Z', 'missed'],
  ])('two hours of work, due %s: %s', (at, effect) => {
    expect(scheduleOf([step('a', 120)], due(at)).deadlineEffect).toBe(effect);
  });

  test('side by side in time, but not by one person', () => {
    expect(scheduleOf([step('a', 400), step('b', 400)], due('2026-03-02T16:00:00Z')).deadlineEffect).toBe('missed');
    expect(scheduleOf([step('a', 60), { candidateId: 'b' }], due('2026-03-09T16:00:00Z')).deadlineEffect).toBe(
      'unknown',
    );
    expect(scheduleOf([step('a', 60)]).deadlineEffect).toBe('none');
  });

  test('what lies thousands of years apart is scheduled without walking there', () => {
    const { subtasks, end } = scheduleOf([step('a', 60), { ...step('b', 60), plannedStart: '8000-03-01T09:00:00Z' }]);
    expect(subtasks[0]?.slackMinutes).toBeNull();
    expect(end).toBe('8000-03-01T10:00:00Z');
  });
});

describe('capacity', () => {
  test('until the work is placed, around commitments and other tasks', () => {
    const world: World = {
      tasks: [
        taskOf({ id: 'parent' }),
        taskOf({ id: 'other', plannedStart: '2026-03-02T13:00:00Z', estimateMinutes: 60 }),
      ],
      commitments: [
        commitmentOf({ id: 'm', start: '2026-03-02T08:00:00Z', end: '2026-03-02T09:00:00Z' }),
        commitmentOf({ id: 'f', kind: 'flexible', start: '2026-03-02T11:00:00Z', end: '2026-03-02T12:00:00Z' }),
      ],
    };
    expect(capacityOf([step('a', 300), step('b', 60)], world)).toEqual({
      from: '2026-03-02T07:00:00Z',
      until: '2026-03-03T09:00:00Z',
      workingMinutes: 540,
      committedMinutes: 120,
      otherPlannedMinutes: 60,
      neededMinutes: 360,
      unestimated: 0,
      fits: true,
      overfullDays: [],
    });
  });

  test('a year is looked at, no more', () => {
    const calendar = {
      ...berlin,
      hours: { ...berlin.hours, mon: [], tue: [], wed: [], thu: [], fri: [{ from: '09:00', to: '09:10' }] },
    };
    const capacity = capacityOf([step('a', 600)], { workspace: { calendar } });
    expect(capacity).toMatchObject({ until: null, fits: false, workingMinutes: 520, neededMinutes: 600 });
  });

  test('unknown estimates leave the answer open unless the known part does not fit', () => {
    expect(capacityOf([step('a', 60), { candidateId: 'b' }]).fits).toBeNull();
    expect(capacityOf([step('a', 600), { candidateId: 'b' }], due('2026-03-02T16:00:00Z')).fits).toBe(false);
    expect(capacityOf([]).fits).toBe(true);
  });

  test('days with too much are named', () => {
    const block = { plannedStart: '2026-03-02T08:00:00Z', estimatedDurationMinutes: 300 };
    const { overfullDays } = capacityOf([
      { candidateId: 'a', ...block },
      { candidateId: 'b', ...block },
    ]);
    expect(overfullDays).toEqual([{ date: '2026-03-02', freeMinutes: 480, plannedMinutes: 600 }]);
  });
});

test('a due of its own leaves a subtask less slack, and what it waits for too', () => {
  const parts = [
    { candidateId: 'long', estimatedDurationMinutes: 480 },
    { candidateId: 'first', estimatedDurationMinutes: 60 },
    {
      candidateId: 'second',
      estimatedDurationMinutes: 60,
      dependencyCandidateIds: ['first'],
      dueAt: '2026-03-02T11:00:00Z',
    },
  ];
  // Nine to five in Berlin; laid out it ends at 11:00 there, and is due at 12:00.
  const { schedule } = evaluate(worldOf(), candidateOf(...parts), NOW);
  const slack = Object.fromEntries(schedule.subtasks.map((one) => [one.candidateId, one.slackMinutes]));
  expect(slack).toEqual({ long: 0, first: 60, second: 60 });
});
