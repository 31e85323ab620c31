import jsonpatch from 'fast-json-patch';
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../candidate.ts';
import { evaluate } from '../evaluate.ts';
import { candidateOf, commitmentOf, NOW, sidekickOf, type World, worldOf } from '../fixture/world.ts';

function repaired(candidate: Candidate, world: World = {}): Candidate {
  const { repairAll } = evaluate(worldOf(world), candidate, NOW);
  if (repairAll.patch === null) throw new Error(repairAll.reason ?? '');
  return jsonpatch.applyPatch(candidate, repairAll.patch, true, false).newDocument;
}

const nine = '2026-03-02T08:00:00Z';

test('a valid candidate needs no repair', () => {
  const { repairs, repairAll, valid } = evaluate(worldOf(), candidateOf({ candidateId: 'a' }), NOW);
  expect({ repairs, repairAll, valid }).toEqual({ repairs: [], repairAll: { patch: [], reason: null }, valid: true });
});

test('a chain that starts at once is laid one after the other, dues with it', () => {
  const candidate = candidateOf(
    { candidateId: 'a', plannedStart: nine, estimatedDurationMinutes: 240, dueAt: '2026-03-02T09:00:00Z' },
    { candidateId: 'b', plannedStart: nine, estimatedDurationMinutes: 240, dependencyCandidateIds: ['a'] },
    { candidateId: 'c', plannedStart: nine, estimatedDurationMinutes: 60, dependencyCandidateIds: ['b'] },
  );
  const times = repaired(candidate).subtasks.map(({ plannedStart, dueAt }) => [plannedStart, dueAt]);
  expect(times).toEqual([
    [nine, '2026-03-02T12:00:00Z'],
    ['2026-03-02T12:00:00Z', undefined],
    // The day is full: the next one begins at nine.
    ['2026-03-03T08:00:00Z', undefined],
  ]);
});

test('a start moves out of a meeting, and what follows moves with it', () => {
  const commitments = [commitmentOf({ id: 'm', start: nine, end: '2026-03-02T10:00:00Z' })];
  const candidate = candidateOf(
    { candidateId: 'a', plannedStart: '2026-03-02T09:00:00Z', estimatedDurationMinutes: 60 },
    { candidateId: 'b', plannedStart: '2026-03-02T10:30:00Z', dependencyCandidateIds: ['a'] },
  );
  const starts = repaired(candidate, { commitments }).subtasks.map(({ plannedStart }) => plannedStart);
  expect(starts).toEqual(['2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z']);
});

test('a start at night moves to the morning and its end stays', () => {
  const candidate = candidateOf({
    candidateId: 'a',
    plannedStart: '2026-03-02T03:00:00+01:00',
    estimatedDurationMinutes: 60,
    dueAt: '2026-03-02T09:00:00Z',
  });
  expect(repaired(candidate).subtasks[0]).toMatchObject({ plannedStart: nine, dueAt: '2026-03-02T09:00:00Z' });
});

test('a start that fits into no year is dropped, its due stays', () => {
  const candidate = candidateOf({
    candidateId: 'a',
    plannedStart: '9999-12-31T10:00:00Z',
    estimatedDurationMinutes: 10_000,
    dueAt: '9999-12-31T11:00:00Z',
  });
  const [subtask] = repaired(candidate).subtasks;
  expect(subtask).not.toHaveProperty('plannedStart');
  expect(subtask).toHaveProperty('dueAt', '9999-12-31T11:00:00Z');
});

test('a start outside working hours with no free moment after it stays, and lists no repair', () => {
  const candidate = candidateOf({ candidateId: 'a', plannedStart: '9999-12-31T20:00:00Z' });
  const { issues, repairs } = evaluate(worldOf(), candidate, NOW);
  expect(issues.find(({ code }) => code === 'outside_working_hours')?.repairIds).toEqual([]);
  expect(repairs).toEqual([]);
});

test('a circle opens where the first waits for the last', () => {
  const chain = Array.from({ length: 20 }, (_, place) => ({
    candidateId: `s${place}`,
    dependencyCandidateIds: [`s${(place + 19) % 20}`],
  }));
  const { subtasks } = repaired(candidateOf(...chain));
  expect(subtasks.map(({ dependencyCandidateIds }) => dependencyCandidateIds.length)).toEqual([
    0,
    ...Array(19).fill(1),
  ]);
});

test('renamed duplicates give no meaning to a dangling dependency', () => {
  const { subtasks } = repaired(
    candidateOf({ candidateId: 'a' }, { candidateId: 'a' }, { candidateId: 'b', dependencyCandidateIds: ['a-2', 'a'] }),
  );
  expect(subtasks.map(({ candidateId }) => candidateId)).toEqual(['a', 'a-3', 'b']);
  expect(subtasks[2]?.dependencyCandidateIds).toEqual(['a']);
});

test('an id of 128 characters gets a new one that fits', () => {
  const id = '\u{1F680}'.repeat(128);
  const [, second] = repaired(candidateOf({ candidateId: id }, { candidateId: id })).subtasks;
  expect([...(second?.candidateId ?? '')].length).toBeLessThanOrEqual(128);
  expect(second?.candidateId).not.toBe(id);
});

test('titles come from the description, statuses from what was meant, claims stay with the first', () => {
  const checklist = [{ id: 'release.x', text: 'Roll back', required: true }];
  const candidate = candidateOf(
    {
      candidateId: 'b',
      title: ' ',
      description: '\n Write the runbook\nin detail',
      status: 'done',
      dependencyCandidateIds: ['a'],
      checklistCoverageIds: ['release.x'],
    },
    { candidateId: 'a', title: '\u200B', status: 'in-progress', checklistCoverageIds: ['release.x'] },
  );
  expect(repaired(candidate, { sidekicks: [sidekickOf({ id: 'release', checklist })] }).subtasks).toMatchObject([
    { title: 'Write the runbook', status: 'backlog', checklistCoverageIds: [] },
    { title: 'Untitled subtask 2', status: 'today', checklistCoverageIds: ['release.x'] },
  ]);
});

describe('patches', () => {
  const candidate = candidateOf({ candidateId: 'a', dependencyCandidateIds: ['x', 'b', 'y'] }, { candidateId: 'b' });

  test('test who and what before they change anything', () => {
    const { repairs } = evaluate(worldOf(), candidate, NOW);
    expect(repairs.map(({ patch }) => patch)).toEqual([
      [
        { op: 'test', path: '/subtasks/0/candidateId', value: 'a' },
        { op: 'test', path: '/subtasks/0/dependencyCandidateIds/2', value: 'y' },
        { op: 'test', path: '/subtasks/0/dependencyCandidateIds/0', value: 'x' },
        { op: 'remove', path: '/subtasks/0/dependencyCandidateIds/2' },
        { op: 'remove', path: '/subtasks/0/dependencyCandidateIds/0' },
      ],
    ]);
  });

  test('refuse a candidate that was changed meanwhile', () => {
    const { repairs } = evaluate(worldOf(), candidate, NOW);
    const changed = candidateOf({ candidateId: 'a', dependencyCandidateIds: ['b', 'x', 'y'] }, { candidateId: 'b' });
    expect(() => jsonpatch.applyPatch(changed, repairs[0]?.patch ?? [], true, false)).toThrow(/test/i);
  });
});
