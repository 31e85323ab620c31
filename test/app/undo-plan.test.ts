/** What undoing a plan leaves alone. The clock stands still: no case here is told by its time. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from './callers.ts';
import { approve, commit, openScene, type Scene, stage } from './workspace.ts';

let scene: Scene;
let proposalId: string;
let tasks: readonly string[];
beforeEach(async () => {
  scene = await openScene();
  const staged = await stage(scene.bot, scene.plan());
  proposalId = staged.proposalId;
  await approve(scene.person, staged);
  tasks = ((await commit(scene.bot, proposalId)).tasks ?? []).map(({ taskId }) => taskId);
});
afterEach(() => scene.close());

interface Undone {
  readonly trash: readonly { readonly id: string }[];
  readonly keep: readonly { readonly id: string; readonly reason: string }[];
}

async function preview(alsoTaskIds: readonly string[] = []): Promise<Undone> {
  return ok(await scene.person('undo_plan', { proposalId, alsoTaskIds, preview: true })) as Undone;
}

const kept = async () => (await preview()).keep.map(({ id, reason }) => ({ id, reason }));

test('a plan that nobody touched goes whole', async () => {
  expect(await preview()).toMatchObject({ trash: tasks.map((id) => ({ id })), keep: [] });
});

test('a task edited in the very second of the commit stays, unless it is ticked', async () => {
  const [first = ''] = tasks;
  ok(await scene.person('edit_task', { taskId: first, description: 'Words of my own.' }));
  expect(await kept()).toEqual([{ id: first, reason: 'It was edited since.' }]);
  expect((await preview([first])).keep).toEqual([]);
});

test('also when it was edited back', async () => {
  const [first = ''] = tasks;
  const before = scene.app.state().tables.task.get(first)?.title ?? '';
  ok(await scene.person('edit_task', { taskId: first, title: 'Another' }));
  ok(await scene.person('edit_task', { taskId: first, title: before }));
  expect(await kept()).toEqual([{ id: first, reason: 'It was edited since.' }]);
});

test('a task that a task outside the plan depends on is built upon; within the plan that is the plan', async () => {
  const last = tasks.at(-1) ?? '';
  ok(await scene.person('create_task', { title: 'Carry it home', dependsOn: [last] }));
  expect(await kept()).toEqual([{ id: last, reason: 'T-4 depends on it.' }]);
});

test('a dependant in the trash counts for nothing', async () => {
  const last = tasks.at(-1) ?? '';
  const { id } = ok(await scene.person('create_task', { title: 'Carry it home', dependsOn: [last] })) as { id: string };
  ok(await scene.person('trash_task', { taskId: id }));
  expect(await kept()).toEqual([]);
});

test('the receipt names who undid it, which may be somebody else than who created the tasks', async () => {
  ok(await scene.person('undo_plan', { proposalId }));
  const { proposal } = ok(await scene.person('read_proposal', { proposalId })) as { proposal: { receipt: object } };
  expect(proposal.receipt).toMatchObject({ by: { kind: 'agent' }, undoneBy: { kind: 'desk' } });
});

test('afterwards commit, withdraw and get_proposal say that it was undone', async () => {
  ok(await scene.person('undo_plan', { proposalId }));
  const again = (await commit(scene.bot, proposalId)) as object;
  expect(again).toMatchObject({
    status: 'committed',
    message: expect.stringContaining('undid the plan'),
    next: expect.stringContaining('Do not work on them'),
    receipt: { undoneAt: expect.any(String) },
  });
  expect(again).not.toHaveProperty('receipt.undoneBy');
  const read = ok(await scene.bot('get_proposal', { proposalId })) as { next: string };
  expect(read.next).toContain('A person undid it');
  const withdrawn = await scene.bot('withdraw_proposal', { proposalId });
  expect(withdrawn).toMatchObject({
    ok: false,
    refusal: {
      code: 'already_committed',
      message: expect.stringContaining('undid it'),
      next: expect.not.stringContaining('receipt'),
    },
  });
});
