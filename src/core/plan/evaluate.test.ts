import { describe, expect, test } from 'vitest';
import { planDigest } from './digest.ts';
import { evaluate } from './evaluate.ts';
import { candidateOf, commitmentOf, NOW, put, type SubtaskPart, sidekickOf, taskOf, worldOf } from './fixture/world.ts';

test('the digest of a known candidate', () => {
  // Fixed for ever: approvals and receipts name plans by it.
  expect(planDigest('w', candidateOf({ candidateId: 'a', title: 'Caf\u00E9 \u{1F680}' }))).toBe(
    'ca0fae9d65fb8a47e0fb7a83f0ec78066e5621bbb4fdf01db8df1533d39871e7',
  );
});

test('lone surrogates have no digest and no further judgement', () => {
  const candidate = { ...candidateOf({ candidateId: 'a\uDC00', title: ' ' }), rationale: '\uD800' };
  const evaluation = evaluate(worldOf(), candidate, NOW);
  expect(evaluation).toMatchObject({
    digest: '',
    valid: false,
    votes: [],
    coverage: [],
    repairAll: { patch: [], reason: null },
  });
  expect(evaluation.issues.map(({ code, path }) => [code, path])).toEqual([
    ['bad_text', '/rationale'],
    ['bad_text', '/subtasks/0/candidateId'],
  ]);
  expect(JSON.stringify(evaluation)).not.toMatch(/\\ud[89a-f]/i);
  expect(() => planDigest('w', candidate)).toThrow();
});

describe('votes and coverage', () => {
  const checklist = [
    { id: 'release.back', text: 'Roll back', required: true },
    { id: 'release.tell', text: 'Tell people', required: false },
  ];
  const sidekicks = [
    sidekickOf({ id: 'winter' }),
    sidekickOf({ id: 'release', checklist }),
    sidekickOf({
      id: 'ship',
      constraints: [{ id: 'est', text: 'Guess.', rule: { kind: 'estimated' }, onFail: 'concern' }],
    }),
    sidekickOf({ id: 'zebra' }),
  ];
  const state = worldOf({ sidekicks });

  test('one by each that applies, consulted or not, and one by the workspace', () => {
    const { votes } = evaluate(state, candidateOf({ candidateId: 'a' }), NOW);
    expect(votes.map(({ sidekickId, vote }) => [sidekickId, vote])).toEqual([
      ['release', 'block'],
      ['ship', 'concern'],
      ['winter', 'approve'],
      ['workspace', 'approve'],
    ]);
    expect(votes[0]?.reasons).toEqual([
      {
        ruleId: 'release.back',
        text: 'No subtask covers "release.back", which "release" requires: Roll back',
        candidateIds: [],
      },
    ]);
    expect(votes[1]?.reasons).toEqual([{ ruleId: 'est', text: 'Guess. (no estimate on "Do a")', candidateIds: ['a'] }]);
  });

  test('coverage names who claims what, what is missing first', () => {
    const candidate = candidateOf({ candidateId: 'a', checklistCoverageIds: ['release.tell'] });
    expect(evaluate(state, candidate, NOW).coverage).toEqual([
      { sidekickId: 'release', itemId: 'release.back', text: 'Roll back', required: true, coveredBy: [] },
      { sidekickId: 'release', itemId: 'release.tell', text: 'Tell people', required: false, coveredBy: ['a'] },
    ]);
  });
});

test('issue ids stay when subtasks move', () => {
  const one = { candidateId: 'a', title: ' ' };
  const other = { candidateId: 'b', dependencyCandidateIds: ['x'] };
  const ids = (...subtasks: readonly SubtaskPart[]) =>
    evaluate(worldOf(), candidateOf(...subtasks), NOW).issues.map(({ id }) => id);
  expect(ids(one, other)).toEqual(ids(other, one));
});

test('more than 40 issues: every code is shown, the rest is counted', () => {
  const subtasks = Array.from({ length: 20 }, (_, place) => ({
    candidateId: `s${place}`,
    title: place < 3 ? ' ' : `Step ${place}`,
    dependencyCandidateIds: ['x', 'y', 'z'],
    plannedStart: '2026-03-01T08:00:00Z',
  }));
  const evaluation = evaluate(worldOf(), candidateOf(...subtasks), NOW, 100_000);
  expect(evaluation.issues).toHaveLength(40);
  expect(evaluation.issues.filter(({ code }) => code === 'blank_title')).toHaveLength(3);
  expect(evaluation.cutIssues).toEqual([
    { code: 'unknown_dependency', count: 23 },
    { code: 'outside_working_hours', count: 20 },
  ]);
});

test('the longest names, in circles, with everything wrong, still fit into one answer', () => {
  const name = (place: number) => `${String.fromCharCode(65 + place)}${'\u0001'.repeat(127)}`;
  const all = Array.from({ length: 20 }, (_, place) => name(place));
  const subtasks = all.map((candidateId, place) => ({
    candidateId,
    title: '\u0001'.repeat(120),
    description: '\u0001'.repeat(300),
    status: 'done' as const,
    plannedStart: place % 2 ? 'x'.repeat(5000) : '2026-03-01T08:00:00Z',
    dueAt: '2026-03-01T08:00:00Z',
    estimatedDurationMinutes: 600,
    dependencyCandidateIds: all.filter((id) => id !== candidateId),
    checklistCoverageIds: all,
    assignedSidekickIds: all,
  }));
  const candidate = { ...candidateOf(...subtasks), consultedSidekickIds: all, parentTaskId: name(3) };
  const evaluation = evaluate(worldOf(), candidate, NOW);
  expect(JSON.stringify(evaluation).length).toBeLessThan(20_000);
  expect(evaluation.issues.length).toBeGreaterThan(0);
  expect(evaluation.repairAll).toMatchObject({ patch: null, reason: expect.stringContaining('would not fit') });
});

describe('what is kept between evaluations follows the state', () => {
  const candidate = candidateOf({
    candidateId: 'a',
    plannedStart: '2026-03-02T09:00:00Z',
    estimatedDurationMinutes: 60,
  });
  const codes = (state: ReturnType<typeof worldOf>) => evaluate(state, candidate, NOW).issues.map(({ code }) => code);

  function moved(state: ReturnType<typeof worldOf>): void {
    put(state, 'workspace', { ...state.workspace, version: state.workspace.version + 1 });
  }

  test('tasks that are scheduled, moved, done', () => {
    const state = worldOf();
    expect(codes(state)).toEqual([]);
    const task = taskOf({ id: 'other', plannedStart: '2026-03-02T09:30:00Z', estimateMinutes: 60 });
    put(state, 'task', task);
    moved(state);
    expect(codes(state)).toEqual(['overlapping_blocks']);
    put(state, 'task', { ...task, plannedStart: '2026-03-02T10:00:00Z' });
    moved(state);
    expect(codes(state)).toEqual([]);
    put(state, 'task', { ...task, estimateMinutes: 90, plannedStart: '2026-03-02T08:00:00Z' });
    moved(state);
    expect(codes(state)).toEqual(['overlapping_blocks']);
    put(state, 'task', { ...task, status: 'done' });
    moved(state);
    expect(codes(state)).toEqual([]);
  });

  test('the time that is left for a plan', () => {
    const state = worldOf();
    const until = () => evaluate(state, candidate, NOW).capacity.until;
    expect(until()).toBe('2026-03-02T09:00:00Z');
    const task = taskOf({ id: 'other', plannedStart: '2026-03-02T08:00:00Z', estimateMinutes: 60 });
    put(state, 'task', task);
    moved(state);
    expect(until()).toBe('2026-03-02T10:00:00Z');
    put(state, 'task', { ...task, plannedStart: null });
    moved(state);
    expect(until()).toBe('2026-03-02T09:00:00Z');
  });

  test('commitments that come, move and go', () => {
    const state = worldOf();
    expect(codes(state)).toEqual([]);
    const meeting = commitmentOf({ id: 'm', start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z' });
    put(state, 'commitment', meeting);
    moved(state);
    expect(codes(state)).toEqual(['start_in_commitment']);
    put(state, 'commitment', { ...meeting, start: '2026-03-02T08:00:00Z', end: '2026-03-02T09:00:00Z' });
    moved(state);
    expect(codes(state)).toEqual([]);
    put(state, 'commitment', { ...meeting, removedAt: '2026-03-01T00:00:00Z' });
    moved(state);
    expect(codes(state)).toEqual([]);
  });

  test('the zone', () => {
    const state = worldOf();
    expect(codes(state)).toEqual([]);
    const calendar = { ...state.workspace.calendar, zone: 'America/New_York' };
    put(state, 'workspace', { ...state.workspace, calendar, version: state.workspace.version + 1 });
    expect(codes(state)).toEqual(['outside_working_hours']);
  });
});
