import { describe, expect, test } from 'vitest';
import type { Change } from '../state/event.ts';
import { alsoTouched } from '../workspace/touched.ts';
import type { JournalEntry } from '../workspace/workspace.ts';
import { evaluate } from './evaluate.ts';
import { candidateOf, commitmentOf, NOW, sidekickOf, taskOf, worldOf } from './fixture/world.ts';
import { changesSince, horizonOf } from './read-set.ts';

const parent = taskOf({
  id: 'parent',
  title: 'Ship',
  due: { date: '2026-03-06' },
  dependsOn: ['before'],
  matches: [{ sidekickId: 'matched', score: 1, facts: [], at: '', by: '' }],
});

const upgraded = sidekickOf({ id: 'upgraded' });
const secondVersion = { ...upgraded, active: upgraded.active && { ...upgraded.active, number: 2 } };

const state = worldOf({
  tasks: [
    parent,
    taskOf({ id: 'before' }),
    taskOf({ id: 'child', parentId: 'parent' }),
    taskOf({ id: 'grandchild', parentId: 'child', trashedAt: '2026-03-01T00:00:00Z' }),
    taskOf({ id: 'stranger' }),
    taskOf({ id: 'soon', plannedStart: '2026-03-04T08:00:00Z', estimateMinutes: 60 }),
    taskOf({ id: 'finished', plannedStart: '2026-03-04T08:00:00Z', estimateMinutes: 60, status: 'done' }),
    taskOf({ id: 'later', plannedStart: '2026-04-04T08:00:00Z', estimateMinutes: 60 }),
    taskOf({ id: 'bobs', plannedStart: '2026-03-04T08:00:00Z', estimateMinutes: 60, ownerId: 'bob' }),
  ],
  commitments: [
    commitmentOf({ id: 'near', start: '2026-03-05T08:00:00Z', end: '2026-03-05T09:00:00Z' }),
    commitmentOf({ id: 'far', start: '2026-05-05T08:00:00Z', end: '2026-05-05T09:00:00Z' }),
  ],
  sidekicks: [
    sidekickOf({ id: 'ship' }, { enabled: false }),
    sidekickOf({ id: 'zebra' }),
    sidekickOf({ id: 'matched' }),
    secondVersion,
  ],
  rejected: [
    { id: 'mine', parentTaskId: 'parent', titles: [], reason: '', at: '', by: '' },
    { id: 'other', parentTaskId: 'stranger', titles: [], reason: '', at: '', by: '' },
  ],
});

function entry(version: number, type: string, ...subjects: readonly string[]): JournalEntry {
  return {
    seq: version,
    version,
    at: '',
    type,
    author: { kind: 'desk', id: 'ada', label: 'Ada', via: 'desk' },
    subjects,
  };
}

function changes(...journal: readonly JournalEntry[]): readonly number[] {
  const version = journal.at(-1)?.version ?? 3;
  const at = { ...state, journal, workspace: { ...state.workspace, version } };
  return changesSince(at, { parentTaskId: 'parent' }, 3).map((one) => one.version);
}

describe('what a plan for the parent depends on', () => {
  test.each([
    ['task.edited', 'task:parent'],
    ['task.edited', 'task:child'],
    ['task.trashed', 'task:grandchild'],
    ['task.edited', 'task:before'],
    ['task.edited', 'task:soon'],
    ['task.edited', 'task:finished'],
    ['commitment.edited', 'commitment:near'],
    ['sidekick.changed', 'sidekick:ship'],
    ['sidekick.changed', 'sidekick:matched'],
    ['sidekick.activated', 'sidekick:upgraded'],
    ['proposal.rejected', 'rejected:mine'],
    ['workspace.changed', `workspace:${state.workspace.id}`],
    ['task.edited', 'time:2026-03-05T08:00:00Z'],
    ['task.edited', 'owner:'],
    ['task.edited', 'owner:ada'],
  ])('%s %s', (type, subject) => expect(changes(entry(4, type, 'task:stranger', subject))).toEqual([4]));

  test.each([
    ['task.edited', 'task:stranger'],
    ['task.edited', 'task:later'],
    ['task.edited', 'task:bobs'],
    ['task.edited', 'task:gone'],
    ['commitment.created', 'commitment:far'],
    ['sidekick.changed', 'sidekick:zebra'],
    ['sidekick.activated', 'sidekick:zebra'],
    ['sidekick.changed', 'sidekick:upgraded'],
    ['proposal.rejected', 'rejected:other'],
    ['person.paired', `workspace:${state.workspace.id}`],
    ['task.edited', 'time:2026-05-05T08:00:00Z'],
    ['task.edited', 'owner:bob'],
    ['proposal.committed', 'proposal:p'],
  ])('not %s %s', (type, subject) => expect(changes(entry(4, type, subject))).toEqual([]));
});

test('only what is newer, in order', () => {
  const journal = [3, 4, 5, 6].map((version) =>
    entry(version, 'task.edited', version === 5 ? 'task:stranger' : 'task:parent'),
  );
  expect(changes(...journal)).toEqual([4, 6]);
});

test('a journal that does not reach back counts as a change', () => {
  expect(changes(entry(5, 'task.edited', 'task:stranger'))).toEqual([4]);
  const at = { ...state, journal: [], workspace: { ...state.workspace, version: 9 } };
  expect(changesSince(at, { parentTaskId: 'parent' }, 3).map(({ type }) => type)).toEqual(['journal.cut']);
  expect(changesSince(at, { parentTaskId: 'parent' }, 9)).toEqual([]);
});

test('without a deadline the horizon is what the evaluation looked at', () => {
  const open = {
    ...state,
    workspace: { ...state.workspace, version: 4 },
    journal: [entry(4, 'task.edited', 'task:later')],
  };
  open.tables = { ...state.tables, task: new Map([...state.tables.task, ['parent', { ...parent, due: null }]]) };
  const candidate = candidateOf({ candidateId: 'a', estimatedDurationMinutes: 60 });
  expect(changesSince(open, candidate, 3)).toHaveLength(1);
  const horizon = horizonOf(evaluate(open, candidate, NOW), candidate);
  expect(new Date(horizon).toISOString()).toBe('2026-03-02T09:00:00.000Z');
  expect(changesSince(open, candidate, 3, horizon)).toEqual([]);
});

test('what left the read set leaves a trace', () => {
  const change = (was: object, kind = 'task') => ({ kind, id: 'x', set: {}, was }) as unknown as Change;
  expect(alsoTouched(change({ parentId: 'parent' }))).toEqual(['task:parent']);
  expect(alsoTouched(change({ plannedStart: '2026-03-05T08:00:00Z', title: 'x' }))).toEqual([
    'time:2026-03-05T08:00:00Z',
  ]);
  expect(alsoTouched(change({ ownerId: null }))).toEqual(['owner:']);
  expect(alsoTouched(change({ start: '2026-03-05T08:00:00Z' }, 'commitment'))).toEqual(['time:2026-03-05T08:00:00Z']);
  expect(alsoTouched(change({ title: 'x', parentId: null, plannedStart: null }))).toEqual([]);
  expect(alsoTouched({ ...change({}), was: null } as Change)).toEqual([]);
});

test('a deep chain of parents is walked once, not once for each change', () => {
  const count = 8_000;
  const chain = Array.from({ length: count }, (_, at) =>
    taskOf({ id: `deep${at}`, parentId: at === 0 ? 'top' : `deep${at - 1}` }),
  );
  const circle = [taskOf({ id: 'x', parentId: 'y' }), taskOf({ id: 'y', parentId: 'x' })];
  const journal = [...chain, ...circle].map(({ id }, at) => entry(4 + at, 'task.edited', `task:${id}`));
  const world = worldOf({ tasks: [taskOf({ id: 'parent' }), taskOf({ id: 'top' }), ...chain, ...circle] });
  const deep = { ...world, journal, workspace: { ...world.workspace, version: 3 + journal.length } };
  const began = performance.now();
  expect(changesSince(deep, { parentTaskId: 'parent' }, 3)).toEqual([]);
  // Without the memory: 32 million steps.
  expect(performance.now() - began).toBeLessThan(500);
  expect(changesSince(deep, { parentTaskId: 'top' }, 3)).toHaveLength(count);
  expect(changesSince(deep, { parentTaskId: 'deep5000' }, 3)).toHaveLength(count - 5000);
});
