/** An identical start answers the run that was: until when, and how to get another at once, stands in the answer. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { approvedTask } from './approved-task.ts';
import { addAgent, grant, openScene, type Scene, type StartedAnswer, script, settle, start } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene(['--die', '3']);
  await grant(scene);
});
afterAll(() => scene?.close());

const go = async (conversation_id: string, prompt: string) =>
  ok(await scene.agent().call('tandem_continue', { conversation_id, prompt })) as unknown as StartedAnswer;

test('a start that failed is repeated, and its conversation tries again at once with the settings of now', async () => {
  const { id } = await approvedTask(scene, { title: 'Mend the sum', description: 'It subtracts.', checklist: [] });
  const delegate = async (more: object = {}) =>
    ok(await scene.agent().call('delegate_task', { taskId: id, ...more })) as unknown as StartedAnswer;
  const first = await delegate();
  expect((await settle(scene, first.task_id)).run).toMatchObject({ status: 'failed' });
  await addAgent(scene, 'rig', []);
  const again = await delegate();
  expect(again).toMatchObject({ task_id: first.task_id, repeated: true });
  expect(again.next).toMatch(
    /repeats the run started at \d\d:\d\d UTC until \d\d:\d\d UTC\. It failed: .*tandem_continue/,
  );
  expect(again.next).toContain('delegate_task with preflight true');
  const tried = await delegate({ preflight: true });
  expect(tried).toMatchObject({
    task_id: null,
    next: expect.stringMatching(/nor would be .* repeats the run started/),
  });
  const { contract } = tried.preflight as { contract: object };
  expect(contract).toMatchObject({ goal: expect.stringContaining('Mend the sum') });
  const second = await go(again.conversation_id, script(['message', 'tried again'], ['finish', 'success']));
  expect(second).toMatchObject({ conversation_id: first.conversation_id, repeated: false });
  expect(second.task_id).not.toBe(first.task_id);
  expect((await settle(scene, second.task_id)).run).toMatchObject({ status: 'completed', outcome: 'success', turn: 2 });
  const third = ok(
    await scene.agent().call('tandem_continue', { conversation_id: first.conversation_id, contract } as never),
  ) as unknown as StartedAnswer;
  expect((await settle(scene, third.task_id)).run).toMatchObject({ turn: 3 });
});

test('a turn that failed does not advise the very call that repeats it', async () => {
  const first = await start(scene, script(['finish', 'success']));
  await settle(scene, first.task_id);
  const prompt = script(['message', 'no report']);
  const failed = await go(first.conversation_id, prompt);
  expect((await settle(scene, failed.task_id)).run).toMatchObject({ status: 'failed' });
  const again = await go(first.conversation_id, prompt);
  expect(again).toMatchObject({ task_id: failed.task_id, repeated: true });
  expect(again.next).toContain('a prompt or contract in other words');
});

test('one that runs, and one that completed, say so too', async () => {
  const prompt = script(['sleep', 1500], ['finish', 'success']);
  const first = await start(scene, prompt);
  const during = await start(scene, prompt);
  expect(during).toMatchObject({ task_id: first.task_id, repeated: true });
  expect(during.next).toMatch(/until 10 minutes after its end\. Wait with tandem_wait/);
  await settle(scene, first.task_id);
  expect((await start(scene, prompt)).next).toMatch(/ until \d\d:\d\d UTC\. tandem_continue .* adds a turn now\./);
});

test('a start without a folder is the same one when there are several folders now, or none', async () => {
  const description = script(['finish', 'success'], ['message', 'by the only folder']);
  const { id: taskId } = ok(await scene.desk().call('create_task', { title: 'Folders', description })) as {
    id: string;
  };
  const delegate = (more: object = {}) => scene.agent().call('delegate_task', { taskId, ...more });
  const first = ok(await delegate()) as unknown as StartedAnswer;
  await settle(scene, first.task_id);
  const other = ok(await scene.desk().call('add_root', { path: join(scene.project, 'src') })) as { id: string };
  const same = { task_id: first.task_id, repeated: true };
  expect(ok(await delegate())).toMatchObject(same);
  for (const rootId of [other.id, scene.rootId]) ok(await scene.desk().call('remove_root', { rootId }));
  expect(ok(await delegate())).toMatchObject(same);
  // What is not the same start has no folder.
  expect(await delegate({ mode: 'think' })).toMatchObject({ refusal: { code: 'root_needed' } });
  ok(await scene.desk().call('add_root', { path: scene.project, label: 'Project', defaultAgentId: 'rig' }));
});
