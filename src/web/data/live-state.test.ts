import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Task, taskStatuses } from '../../core/workspace/task.ts';
import type { FeedChange, WorkspaceView } from '../../protocol/views.ts';
import { blockersOf, findTask, type LiveState, mergeChanges, stateOf } from './live-state.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

const fields = fc.record(
  {
    title: fc.constantFrom('one', 'two'),
    status: fc.constantFrom(...taskStatuses),
    rank: fc.integer({ min: 0, max: 5 }),
    parentId: fc.constantFrom(null, ...ids),
    dependsOn: fc.subarray([...ids]),
    doneAt: fc.constantFrom(null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    trashedAt: fc.constantFrom(null, '2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z'),
  },
  { requiredKeys: [] },
);

const changes = fc.array(fc.record({ id: fc.constantFrom(...ids), set: fields }), { maxLength: 12 });

it('shows the same after any changes as if it had been read anew', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const state = stateOf(viewOf(ids.slice(0, 3).map(taskOf)));
      const tasks = new Map(ids.slice(0, 3).map((id) => [id as string, taskOf(id)]));
      for (const { id, set } of all) {
        const before = tasks.get(id);
        const whole = { ...(before ?? taskOf(id)), ...set } as Task;
        mergeChanges(state, [taskChange(id, before ? set : whole, before === undefined)]);
        tasks.set(id, whole);
      }
      expect(shown(state)).toEqual(shown(stateOf(viewOf([...tasks.values()]))));
    }),
  );
});

it('orders columns by rank, the finished ones by when, and leaves the trash out', () => {
  const state = stateOf(
    viewOf([
      { ...taskOf('a'), rank: 2 },
      { ...taskOf('b'), rank: 1 },
      { ...taskOf('c'), status: 'done', doneAt: '2026-01-01T00:00:00Z' },
      { ...taskOf('d'), status: 'done', doneAt: '2026-01-02T00:00:00Z' },
      { ...taskOf('e'), trashedAt: '2026-01-02T00:00:00Z' },
    ]),
  );
  expect(state.columns.backlog.map((task) => task.id)).toEqual(['b', 'a']);
  expect(state.columns.done.map((task) => task.id)).toEqual(['d', 'c']);
  expect(state.trash.map((task) => task.id)).toEqual(['e']);
});

it('keeps what did not change the same object', () => {
  const state = stateOf(viewOf([taskOf('a'), { ...taskOf('b'), status: 'done' }]));
  const { columns } = state;
  mergeChanges(state, [taskChange('a', { title: 'new' }, false)]);
  expect(state.columns.done).toBe(columns.done);
  expect(state.columns.backlog).not.toBe(columns.backlog);
});

it('finds tasks by alias in any case, and what holds them up', () => {
  const state = stateOf(
    viewOf([taskOf('a'), { ...taskOf('b'), dependsOn: ['a', 'c'] }, { ...taskOf('c'), status: 'done' }]),
  );
  expect(findTask(state, 't-2')?.id).toBe('b');
  expect(findTask(state, 'T-99')).toBeUndefined();
  expect(blockersOf(state, findTask(state, 'b') as Task).map((task) => task.id)).toEqual(['a']);
});

it('counts an import as waiting until it is decided, however many events bring its tasks in', () => {
  const state = stateOf({ ...viewOf([]), waitingImports: 1 });
  const says = (id: string, status: string) => {
    mergeChanges(state, [{ kind: 'import', id, set: { status }, isNew: status === 'waiting' }]);
    return state.waitingImports;
  };
  expect(says('one', 'waiting')).toBe(2);
  expect(says('one', 'accepting')).toBe(1);
  mergeChanges(state, [taskChange('a', taskOf('a'), true)]);
  expect(says('one', 'accepted')).toBe(1);
  expect(says('other', 'rejected')).toBe(0);
  expect(state.importsAt).toBe(4);
});

function shown(state: LiveState) {
  const { columns, trash, childrenOf, dependantsOf, byNumber } = state;
  const filled = (all: Iterable<readonly [string, Iterable<Task | string>]>) =>
    [...all].map(([id, of]) => [id, [...of].sort()] as const).filter(([, of]) => of.length > 0);
  return {
    columns,
    trash,
    children: [...childrenOf].filter(([, of]) => of.length > 0).sort(byKey),
    dependants: filled(dependantsOf).sort(byKey),
    numbers: [...byNumber].sort(),
  };
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function taskChange(id: string, set: object, isNew: boolean): FeedChange {
  return { kind: 'task', id, set: set as FeedChange['set'], isNew };
}

function taskOf(id: string): Task {
  const number = ids.indexOf(id as 'a') + 1;
  const none = { parentId: null, dependsOn: [], doneAt: null, trashedAt: null };
  return { id, number, title: id, status: 'backlog', rank: 0, ...none } as unknown as Task;
}

function viewOf(tasks: readonly Task[]): WorkspaceView {
  return { tasks, commitments: [] } as unknown as WorkspaceView;
}
