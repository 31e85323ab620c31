/** How the history and the undo button name a change. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { desk, ok } from './callers.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace.ts';

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openTestWorkspace({ empty: true });
});
afterEach(() => workspace.close());

test('a change of the title names the task as it is called from then on', async () => {
  const person = await desk(workspace.app);
  const { id } = ok(await person('create_task', { title: 'Old' })) as { id: string };
  const undoable = async () =>
    (ok(await person('undo_change', { preview: true })) as { summary: string }).summary.replace('undid: ', '');
  ok(await person('edit_task', { taskId: id, title: 'New' }));
  expect(await undoable()).toBe('renamed T-1 New, before: Old');
  ok(await person('edit_task', { taskId: id, title: 'Newer', tags: ['a'] }));
  expect(await undoable()).toBe('changed the title, tags of T-1 Newer');
  ok(await person('edit_task', { taskId: id, title: 'Newest', status: 'today' }));
  expect(await undoable()).toBe('moved T-1 Newest to Today');
});
