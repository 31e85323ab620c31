/**
 * The whole of it: a task of an approved plan is delegated, asks, is answered by a person, works in its worktree, leaves a
 * diff, has its checks observed, closes its coverage gaps, is applied and accepted; and `sidekicks verify` agrees.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { approvedTask } from './approved-task.ts';
import { grant, openScene, result, type Scene, script, settle, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

const command = `node -e "process.exit(require('./src/sum.js').sum(2, 3) - 5)"`;

const work = script(
  ['ask', 'How?'],
  ['write', 'src/sum.js', 'exports.sum = (a, b) => a + b'],
  ['finish', 'success', { checks: [{ id: 'check-1', status: 'passed', acceptance_refs: [] }] }],
);

test('from an approved plan to accepted work, with evidence', async () => {
  const description = `${work}\n\nFiles:\n- src/sum.js\n\nChecks:\n- \`${command}\` covers 1`;
  expect(description.length, 'the plan itself says it').toBeLessThanOrEqual(300);
  const task = await approvedTask(scene, { title: 'Repair the sum', description, checklist: ['sum adds two numbers'] });

  const shown = ok(await scene.agent().call('delegate_task', { taskId: task.id, mode: 'work', preflight: true })) as {
    preflight: Record<string, unknown>;
  };
  expect(shown.preflight).toMatchObject({
    contract: { acceptance: ['sum adds two numbers'], scope: { owned_files: ['src/sum.js'] } },
    checks: [{ command, may_be_observed: false }],
  });

  await grant(scene);
  const started = ok(await scene.agent().call('delegate_task', { taskId: task.id, mode: 'work' })) as {
    task_id: string;
  };
  const runId = started.task_id;
  const asked = await settle(scene, runId, ({ questions }) => questions.length > 0);
  expect(asked.run.status).toBe('waiting_input');
  ok(await scene.desk().call('answer_question', { questionId: asked.questions[0]?.question_id ?? '', answer: 'Add.' }));

  const end = await settle(scene, runId);
  expect(end.run).toMatchObject({ status: 'completed', outcome: 'success' });
  // The worker's word is recorded as reported, without bytes: no evidence.
  expect(end.coverage).toMatchObject({ assessment: 'assessed', totals: { units: 1, eligible: 0 } });
  expect(end.coverage.gaps).not.toEqual({});

  const ungranted = ok(await scene.desk().call('observe_checks', { runId })) as { refused: { code: string }[] };
  expect(ungranted.refused).toMatchObject([{ code: 'command_not_granted' }]);
  await grant(scene, { runId, commandDigests: [sha256(command)] });
  expect(ok(await scene.desk().call('observe_checks', { runId }))).toMatchObject({ started: ['check-1'], refused: [] });
  await expect
    .poll(async () => (await view(scene, runId)).checks.at(-1), { timeout: 30_000 })
    .toMatchObject({ source: 'observed', status: 'passed', exitCode: 0 });
  const { totals, gaps } = (await result(scene, runId)).coverage;
  expect(totals).toMatchObject({ units: 1, eligible: 1 });
  expect(gaps).toEqual({});

  expect(readFileSync(join(scene.project, 'src/sum.js'), 'utf8')).toContain('a - b');
  expect(ok(await scene.desk().call('apply_result', { runId }))).toMatchObject({ how: 'fast_forward' });
  expect(readFileSync(join(scene.project, 'src/sum.js'), 'utf8')).toContain('a + b');
  expect(ok(await scene.desk().call('accept_run', { runId, notes: 'Good.' }))).toMatchObject({ taskDone: true });
  expect(ok(await scene.agent().call('get_task', { taskId: task.id }))).toMatchObject({ task: { status: 'done' } });

  await scene.daemon.stop();
  const verified = execFileSync(process.execPath, [program, 'verify', '--home', scene.daemon.home], {
    encoding: 'utf8',
  });
  expect(verified).toMatch(/All of it holds/);
  await scene.restart();
});
