import { expect, it } from 'vitest';
import type { Task } from '../../../core/workspace/task.ts';
import { type ListOptions, rowsOf } from './rows.ts';

const tasks = [
  taskOf(1, { title: 'Launch' }),
  taskOf(2, { title: 'Page', parentId: 't1', status: 'today', due: { date: '2026-12-04' } }),
  taskOf(3, { title: 'Text', parentId: 't2', due: { date: '2026-12-02' }, estimateMinutes: 30 }),
  taskOf(4, { title: 'Press', parentId: 't1', status: 'done' }),
  taskOf(5, { title: 'Gone', parentId: 't1', trashedAt: '2026-01-01T00:00:00Z' }),
  taskOf(6, { title: 'Alone', parentId: 't5' }),
];

it('is a tree in the order of the board', () => {
  expect(outline({})).toEqual(['1 Launch', '2 Page', '3 Text', '2 Press', '1 Alone']);
});

it('keeps the way to what fits, and marks it as only the way', () => {
  const rows = rowsOf(tasks, options({ words: ['text'] }));
  expect(rows.map(({ task, passing }) => [task.title, passing])).toEqual([
    ['Launch', true],
    ['Page', true],
    ['Text', false],
  ]);
});

it('leaves out what is closed, and says how siblings stand', () => {
  const rows = rowsOf(tasks, options({ closed: new Set(['t2']) }));
  expect(rows.map((row) => row.task.title)).toEqual(['Launch', 'Page', 'Press', 'Alone']);
  expect(rows[1]).toMatchObject({ level: 2, place: 0, siblings: 2, open: false });
  expect(rows[2]).toMatchObject({ place: 1, siblings: 2, open: null });
});

it('sorts siblings, those without a value last', () => {
  expect(outline({ sort: 'title' })).toEqual(['1 Alone', '1 Launch', '2 Page', '3 Text', '2 Press']);
  expect(outline({ sort: 'title', descending: true })).toEqual(['1 Launch', '2 Press', '2 Page', '3 Text', '1 Alone']);
  expect(outline({ sort: 'due' })).toEqual(['1 Launch', '2 Page', '3 Text', '2 Press', '1 Alone']);
});

it('shows only the open ones, or one column', () => {
  expect(outline({ status: 'open' })).not.toContain('2 Press');
  expect(outline({ status: 'done' })).toEqual(['1 Launch', '2 Press']);
});

function outline(given: Partial<ListOptions>): readonly string[] {
  return rowsOf(tasks, options(given)).map(({ level, task }) => `${level} ${task.title}`);
}

function options(given: Partial<ListOptions>): ListOptions {
  return { words: [], status: null, sort: 'place', descending: false, closed: new Set(), zone: 'UTC', ...given };
}

function taskOf(number: number, fields: Partial<Task>): Task {
  const none = { parentId: null, due: null, estimateMinutes: null, trashedAt: null, tags: [], priority: 'medium' };
  return {
    id: `t${number}`,
    number,
    rank: number,
    status: 'backlog',
    updatedAt: '',
    ...none,
    ...fields,
  } as unknown as Task;
}
