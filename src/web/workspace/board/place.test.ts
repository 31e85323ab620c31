import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Task, taskStatuses } from '../../../core/workspace/task.ts';
import { type Columns, filterColumns } from './filter.ts';
import { arranged, placeOf, rankAt, step, stepToCard } from './place.ts';

const columns = columnsOf({ backlog: ['a', 'b', 'c'], today: [], 'in-progress': ['d'], done: ['e', 'f'] });

it('gives a rank that sorts a task exactly to its place', () => {
  const ranks = fc.uniqueArray(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 20 });
  fc.assert(
    fc.property(ranks, fc.nat(), (given, at) => {
      const others = [...given].sort((one, other) => one - other).map((rank) => ({ rank }) as Task);
      const index = at % (others.length + 1);
      const rank = rankAt(others, index);
      expect(others.filter((task) => task.rank < rank)).toHaveLength(index);
      expect(others.filter((task) => task.rank === rank)).toHaveLength(0);
    }),
  );
});

it('shows a carried card where it would be put down, once', () => {
  const task = columns.backlog[1] as Task;
  const next = arranged(columns, task, { status: 'done', index: 1 });
  expect(idsOf(next)).toEqual({ backlog: ['a', 'c'], today: [], 'in-progress': ['d'], done: ['e', 'b', 'f'] });
  expect(placeOf(next, 'b')).toEqual({ status: 'done', index: 1 });
});

it('carries a card into empty columns, but moves the focus past them', () => {
  const from = { status: 'backlog', index: 2 } as const;
  expect(step(columns, from, 'ArrowRight')).toEqual({ status: 'today', index: 0 });
  expect(stepToCard(columns, from, 'ArrowRight')).toEqual({ status: 'in-progress', index: 0 });
});

it('stays on the board at its edges', () => {
  expect(step(columns, { status: 'backlog', index: 0 }, 'ArrowUp')).toBeNull();
  expect(step(columns, { status: 'backlog', index: 2 }, 'ArrowDown')).toBeNull();
  expect(step(columns, { status: 'backlog', index: 1 }, 'ArrowLeft')).toBeNull();
  expect(step(columns, { status: 'done', index: 1 }, 'ArrowRight')).toBeNull();
  expect(stepToCard(columns, { status: 'done', index: 1 }, 'End')).toEqual({ status: 'done', index: 1 });
});

it('filters by every word, in alias, title and tags', () => {
  expect(idsOf(filterColumns(columns, 'T-2'))).toMatchObject({ backlog: ['b'], done: [] });
  expect(idsOf(filterColumns(columns, 'TITLE tag-e'))).toMatchObject({ backlog: [], done: ['e'] });
  expect(filterColumns(columns, '  ')).toBe(columns);
});

function columnsOf(ids: { readonly [S in (typeof taskStatuses)[number]]: readonly string[] }): Columns {
  let number = 0;
  const tasks = (status: (typeof taskStatuses)[number]) =>
    ids[status].map((id) => ({ id, number: ++number, status, title: `Title ${id}`, tags: [`tag-${id}`] }));
  return Object.fromEntries(taskStatuses.map((status) => [status, tasks(status)])) as unknown as Columns;
}

function idsOf(given: Columns) {
  return Object.fromEntries(taskStatuses.map((status) => [status, given[status].map((task) => task.id)]));
}
