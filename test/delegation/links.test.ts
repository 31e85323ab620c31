/** What judges a run may stand behind a symbolic link: a worker that edits it there, or moves the link, is seen. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { ok } from '../rigs/people.ts';
import { projectOf } from './project-of.ts';
import { grant, logOf, openScene, type Scene, script, settle, view } from './scene.ts';

let scene: Scene;
const { desk, git, inProject, commit } = projectOf(() => scene);
/** Names none of the files. */
const command = 'test -d src';

beforeAll(async () => {
  scene = await openScene();
  await grant(scene, { commandDigests: [sha256(command)] });
  mkdirSync(inProject('part'));
  symlinkSync('spec', inProject('test'));
  symlinkSync('../code', inProject('part/lib'));
  symlinkSync('/srv/judges', inProject('gone'));
  commit('spec/sum.test.js', 'ok\n');
  commit('code/test/deep.test.js', 'ok\n');
});
afterAll(() => scene?.close());

async function checked(...steps: readonly unknown[]) {
  const finish = ['finish', 'success', { checks: [{ id: 'k', status: 'passed' }] }];
  const check = { id: 'k', criterion: 'it is there', command, phase: 'targeted' };
  const contract = { goal: script(...steps, finish), verification: { stage: 'targeted', checks: [check] } };
  const asked = { cwd: scene.project, mode: 'work', contract };
  const { task_id } = ok(await scene.agent().call('tandem_start', asked as never)) as unknown as { task_id: string };
  expect((await settle(scene, task_id)).run).toMatchObject({ status: 'completed', outcome: 'success' });
  ok(await desk('observe_checks', { runId: task_id }));
  const all = async () => (await view(scene, task_id)).checks;
  await expect.poll(all, { timeout: 20_000 }).toMatchObject([
    { source: 'reported', status: 'passed' },
    { source: 'observed', status: 'passed' },
  ]);
  const [told, seen] = await all();
  return { changed: [told?.changedByRun, seen?.changedByRun], reason: seen?.reason, log: await logOf(scene, task_id) };
}

const declare = (...testPaths: string[]) => desk('change_root', { rootId: scene.rootId, testPaths });

test.each([
  ['is edited behind a declared link', [['write', 'spec/sum.test.js', 'x\n']], 'It changed spec/sum.test.js.'],
  [
    'is edited behind a link above a declared folder',
    [['write', 'code/test/deep.test.js', 'x\n']],
    'It changed code/test/deep.test.js.',
  ],
  ['stands elsewhere, for a link was moved', [['exec', 'ln -sfn ../src part/lib']], 'the link part/lib'],
])('what judges it %s', async (_, steps, why) => {
  ok(await declare('test', 'part/lib/test'));
  const { changed, reason, log } = await checked(...steps);
  expect(changed).toEqual([true, true]);
  expect(reason).toContain(why);
  expect(log).toContain(why);
});

test('a run that changed nothing behind them is judged as ever', async () => {
  ok(await declare('test', 'part/lib/test'));
  const { changed, reason } = await checked(['write', 'code/other.js', 'x\n']);
  expect([changed, reason]).toEqual([[false, false], null]);
});

test('a declared link that leads out of the repository counts as changed, and says so', async () => {
  ok(await declare('gone'));
  const { changed, reason, log } = await checked(['write', 'src/more.js', 'x\n']);
  expect(changed).toEqual([true, true]);
  expect(reason).toMatch(/declared gone leads out/);
  expect(log).toMatch(/declared gone leads out/);
  expect(git('status', '--porcelain')).toBe('');
});
