/** What the turns of a conversation share, whatever a later one asks for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { grant, openScene, type Scene, type StartedAnswer, script, settle, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
});
afterAll(() => scene?.close());

const call = (name: 'tandem_start' | 'tandem_continue', input: object) => scene.agent().call(name, input as never);
const owning = (file: string, goal: string) => ({ goal, scope: { owned_files: [file] } });

test('agent, mode, folder, owned files and constraints of the first; another file is named as left out', async () => {
  const base = { ...owning('a.txt', script(['finish', 'success'])), constraints: ['Keep the API.'] };
  const first = ok(await call('tandem_start', { cwd: scene.project, mode: 'work', contract: base }));
  const { task_id, conversation_id } = first as unknown as StartedAnswer;
  await settle(scene, task_id);

  const goal = script(['ask', 'Which?'], ['finish', 'success']);
  const contract = { ...owning('b.txt', goal), constraints: ['Be quick.'] };
  const next = ok(await call('tandem_continue', { conversation_id, contract })) as unknown as StartedAnswer & {
    readonly remarks: readonly object[];
  };
  expect(next.remarks).toEqual([{ code: 'left_out', message: expect.stringMatching(/keeps the files .* b\.txt /) }]);
  const asked = await settle(scene, next.task_id, ({ questions }) => questions.length > 0);
  const { run, conversation, contract: kept } = await view(scene, next.task_id);
  expect(run).toMatchObject({ turn: 2, agentId: 'rig', mode: 'work', ownedFiles: ['a.txt'] });
  expect(conversation).toMatchObject({ cwd: scene.project, constraints: ['Keep the API.'] });
  expect(kept).toMatchObject({ scope: { owned_files: ['a.txt'] }, constraints: ['Be quick.'] });
  const takes = (file: string) =>
    call('tandem_start', { cwd: scene.project, contract: owning(file, 'x'), preflight: true });
  expect(await takes('a.txt')).toMatchObject({ refusal: { code: 'owned_file_conflict' } });
  expect((await takes('b.txt')).ok).toBe(true);
  ok(await scene.agent().call('tandem_reply', { question_id: asked.questions[0]?.question_id ?? '', answer: 'a' }));
  await settle(scene, next.task_id);

  const same = ok(
    await call('tandem_continue', { conversation_id, contract: owning('a.txt', script(['finish', 'success'])) }),
  );
  expect(same).toMatchObject({ remarks: [] });
});
