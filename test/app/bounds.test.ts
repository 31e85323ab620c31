/** No refusal of bad input fills a caller's context, and none of it is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene } from './workspace.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const bad: readonly [string, object][] = [
  ['a key of 300,000 characters', { [`k${'\u0001'.repeat(300_000)}`]: 1 }],
  ['10,000 unknown keys', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`key${at}`, at]))],
  ['20,000 wrong subtasks', { subtasks: Array.from({ length: 20_000 }, () => 7) }],
];

test.each(bad)('%s', async (_, more) => {
  const seq = scene.app.state().workspace.seq;
  const refused = await scene.bot('evaluate_task_plan', { ...scene.plan(), ...more });
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
  expect(JSON.stringify(refused).length).toBeLessThan(20_000);
  expect(scene.app.state().workspace.seq).toBe(seq);
});

test('an unknown property is refused with the names that are allowed in its place', async () => {
  const plan = scene.plan();
  const subtasks = plan.subtasks.map((one, at) => (at === 1 ? { ...one, dependsOn: [] } : one));
  const refused = await scene.bot('evaluate_task_plan', { ...plan, subtasks, note: '' });
  if (refused.ok) throw new Error('accepted');
  const fixes = Object.fromEntries((refused.refusal.problems ?? []).map(({ path, fix }) => [path, fix]));
  expect(fixes['/note']).toBe(
    'Remove it; allowed are expectedWorkspaceVersion, parentTaskId, consultedSidekickIds, subtasks, rationale.',
  );
  expect(fixes['/subtasks/1/dependsOn']).toMatch(/^Remove it; allowed are candidateId, .*dependencyCandidateIds, /);
  const none = await scene.bot('get_workspace_state', { what: 1 });
  expect(none).toMatchObject({ refusal: { problems: [{ fix: 'Remove it; nothing is taken here.' }] } });
});

test.each([
  [
    'a context of 60,001 code points',
    { contract: { goal: 'x', context: '\u{1F680}'.repeat(60_001) } },
    'too_long',
    '/contract/context',
  ],
  ['no time at all', { prompt: 'x', timeout_seconds: 0 }, 'too_small', '/timeout_seconds'],
  ['more than two hours', { prompt: 'x', timeout_seconds: 7201 }, 'too_large', '/timeout_seconds'],
  ['words for a time', { prompt: 'x', timeout_seconds: 'soon' }, 'wrong_type', '/timeout_seconds'],
])('%s is one problem, and null is not the way on', async (_, wish, code, path) => {
  const refused = await scene.bot('tandem_start', { cwd: '/', ...wish });
  if (refused.ok) throw new Error('accepted');
  const { message, problems } = refused.refusal;
  expect(message).toBe('The input has 1 problem.');
  expect(problems?.map((one) => [one.code, one.path])).toEqual([[code, path]]);
  expect(JSON.stringify(problems)).not.toContain('null');
});

test('a text of the wrong form is told which form it needs', async () => {
  const contract = {
    goal: ' ',
    verification: { checks: [{ id: 'c', criterion: 'It runs', scope: { kind: 'tree', digest: 'HEAD' } }] },
  };
  const refused = await scene.bot('tandem_start', { cwd: '/', contract });
  if (refused.ok) throw new Error('accepted');
  expect(refused.refusal.problems?.map(({ code, path, fix }) => [code, path, fix])).toEqual([
    ['blank', '/contract/goal', 'Send more than blanks.'],
    ['wrong_form', '/contract/verification/checks/0/scope/digest', 'Send it as ^[0-9a-f]{7,128}$.'],
  ]);
});
