import { expect, it } from 'vitest';
import type { ImportedTask, ImportLoss } from '../../../core/workspace/import.ts';
import { linkTasks } from './links.ts';

interface Given {
  readonly id: string;
  readonly parent?: string;
  readonly after?: readonly string[];
}

function link(given: readonly Given[]) {
  const losses: ImportLoss[] = [];
  const found = given.map(({ id, parent, after }, at) => ({ file: `${at}.md`, task: taskOf(id, parent, after) }));
  const tasks = linkTasks(found, losses);
  return { tasks, told: losses.map(({ file, field, message }) => `${file} ${field}: ${message}`) };
}

function taskOf(sourceId: string, parent?: string, after?: readonly string[]): ImportedTask {
  return {
    sourceId,
    title: sourceId,
    description: '',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    parentSourceId: parent ?? null,
    dependsOnSourceIds: after ?? [],
    dueDate: null,
    checklist: [],
  };
}

it('finds tasks whatever the case, the padding and the old prefix', () => {
  const after = ['back-4.2', 'task-4.02', '4.2'];
  const { tasks, told } = link([{ id: 'BACK-4.2' }, { id: 'BACK-10', parent: 'task-4.02', after }]);
  expect(tasks[1]).toMatchObject({ parentSourceId: 'BACK-4.2', dependsOnSourceIds: ['BACK-4.2'] });
  expect(told).toEqual([]);
});

it('drops what points nowhere, at several, or at another prefix', () => {
  const { tasks, told } = link([{ id: 'A-1' }, { id: 'B-1' }, { id: 'C-2', parent: 'A-9', after: ['task-1', 'D-2'] }]);
  expect(tasks[2]).toMatchObject({ parentSourceId: null, dependsOnSourceIds: [] });
  expect(told).toEqual([
    '2.md parent_task_id: "A-9" is not among the tasks; the reference was dropped',
    '2.md dependencies: "task-1" is not among the tasks; the reference was dropped',
    '2.md dependencies: "D-2" is not among the tasks; the reference was dropped',
  ]);
});

it('breaks circles of dependencies and of parents, and no more than that', () => {
  const { tasks, told } = link([
    { id: 'A-1', after: ['A-3'] },
    { id: 'A-2', after: ['A-1'], parent: 'A-3' },
    { id: 'A-3', after: ['A-2', 'A-3'], parent: 'A-2' },
    { id: 'A-4', after: ['A-1', 'A-2', 'A-3'], parent: 'A-3' },
  ]);
  expect(tasks.map((one) => one.dependsOnSourceIds)).toEqual([['A-3'], [], ['A-2'], ['A-1', 'A-2', 'A-3']]);
  expect(tasks.map((one) => one.parentSourceId)).toEqual([null, 'A-3', null, 'A-3']);
  expect(told).toEqual([
    '2.md parent_task_id: "A-2" closes a circle; the reference was dropped',
    '1.md dependencies: "A-1" closes a circle; the reference was dropped',
    '2.md dependencies: "A-3" closes a circle; the reference was dropped',
  ]);
});

it('follows a chain that is deeper than the stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => ({ id: `A-${at}`, after: [`A-${(at + 1) % 20_000}`] }));
  const { tasks, told } = link(chain);
  expect(told.length).toBe(1);
  expect(tasks.filter((one) => one.dependsOnSourceIds.length === 1).length).toBe(19_999);
});

it('gives the second task of an id another one', () => {
  const { tasks, told } = link([{ id: 'A-1' }, { id: 'a-1' }, { id: 'a-1#2' }, { id: 'A-2', after: ['A-1'] }]);
  expect(tasks.map((one) => one.sourceId)).toEqual(['A-1', 'a-1#2', 'a-1#2#2', 'A-2']);
  expect(tasks[3]?.dependsOnSourceIds).toEqual(['A-1']);
  expect(told[0]).toContain('1.md id: "a-1" is used by another file too; this task became "a-1#2"');
});
