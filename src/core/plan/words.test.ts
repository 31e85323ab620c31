import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { candidateOf, NOW, type SubtaskPart, sidekickOf, taskOf, worldOf } from './fixture/world.ts';

function said(
  code: string,
  parts: readonly SubtaskPart[],
  world: Parameters<typeof worldOf>[0] = {},
): readonly string[] {
  const { issues } = evaluate(worldOf(world), candidateOf(...parts), NOW);
  return issues.filter((issue) => issue.code === code).map(({ message }) => message);
}

test('issues name subtasks by their titles, and times as the clock of the workspace shows them', () => {
  const first = {
    candidateId: 'x1',
    title: 'Buy paint',
    plannedStart: '2026-03-02T09:00:00Z',
    estimatedDurationMinutes: 150,
  };
  const later = {
    candidateId: 'x2',
    title: 'Paint',
    plannedStart: '2026-03-02T10:00:00Z',
    dependencyCandidateIds: ['x1'],
    estimatedDurationMinutes: 60,
  };
  expect(said('start_before_dependency_end', [first, later])).toEqual([
    '"Paint" starts at 2026-03-02 11:00, before "Buy paint", which ends at 2026-03-02 12:30 (Europe/Berlin time).',
  ]);
  expect(said('due_before_end', [{ ...first, dueAt: '2026-03-02T10:00:00Z' }])).toEqual([
    '"Buy paint" is due at 2026-03-02 11:00 and is planned to end at 2026-03-02 12:30 (Europe/Berlin time).',
  ]);
  const parent = taskOf({ id: 'parent', due: { at: '2026-03-02T10:00:00Z' } });
  expect(said('over_capacity', [{ candidateId: 'y', estimatedDurationMinutes: 150 }], { tasks: [parent] })).toEqual([
    '2 h 30 min of work do not fit before the deadline 2026-03-02 11:00, only by 2026-03-02 11:30 (Europe/Berlin time).',
  ]);
  expect(said('bad_status', [{ candidateId: 'nameless', title: ' ', status: 'done' }])[0]).toContain('"nameless"');
});

test('nobody is told to consult a sidekick that was not matched', () => {
  const sidekicks = [sidekickOf({ id: 'winter' })];
  const parts = [{ candidateId: 'a', title: 'Begin', assignedSidekickIds: ['winter'] }];
  expect(said('assigned_not_consulted', parts, { sidekicks })).toEqual([
    '"winter" is assigned to "Begin", but was not matched to this task, so nobody can consult it for this task.',
  ]);
  const matches = [{ sidekickId: 'winter', score: 1, facts: [], at: '', by: '' }];
  const tasks = [taskOf({ id: 'parent', title: 'Winter', matches })];
  expect(said('assigned_not_consulted', parts, { sidekicks, tasks })).toEqual([
    '"winter" is assigned to "Begin" and was not consulted.',
  ]);
});
