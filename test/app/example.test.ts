/** Emptying the example: what goes, what stays, and what the workspace is called then. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXAMPLE_NAME, PLAIN_NAME } from '../../src/core/workspace/example-content.ts';
import { desk, ok } from './callers.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace.ts';

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openTestWorkspace();
});
afterEach(() => workspace.close());

const state = () => workspace.app.state();
const live = () => [...state().tables.task.values()].filter((task) => task.trashedAt === null);

test('what a person made stays, and an undo brings back the rest with its name', async () => {
  const person = await desk(workspace.app);
  const before = live().length;
  const mine = ok(await person('create_task', { title: 'Mine' })) as { id: string };
  expect(state().workspace.name).toBe(EXAMPLE_NAME);
  ok(await person('empty_example', {}));
  expect(live().map(({ id }) => id)).toEqual([mine.id]);
  expect(state().workspace).toMatchObject({ example: false, name: PLAIN_NAME });
  ok(await person('undo_change', {}));
  expect(live()).toHaveLength(before + 1);
  expect(state().workspace).toMatchObject({ example: true, name: EXAMPLE_NAME });
});

test('a name that a person gave stays', async () => {
  const person = await desk(workspace.app);
  ok(await person('change_calendar', { name: 'Shop' }));
  ok(await person('empty_example', {}));
  expect(state().workspace.name).toBe('Shop');
});
