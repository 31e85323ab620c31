/** What an answer cuts is counted honestly, with the way to it; what a refusal advises can be done. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from './callers.ts';
import { openScene, type Scene } from './workspace.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

test('the state names how many are left of each list, and the tool that has them', async () => {
  for (let at = 0; at < 130; at += 1) {
    ok(await scene.person('create_task', { title: `Call somebody ${at}`, due: { date: '2026-04-01' } }));
  }
  for (let at = 0; at < 40; at += 1) {
    const [start, end] = [`2026-03-03T09:00:${10 + at}Z`, `2026-03-03T10:00:${10 + at}Z`];
    ok(await scene.person('create_commitment', { title: `Meeting ${at}`, kind: 'flexible', start, end }));
  }
  const state = ok(await scene.bot('get_workspace_state', {})) as {
    totals: Record<string, number>;
    deadlines: object[];
    commitments: object[];
    howToGetTheRest: string;
  };
  expect(state.totals).toMatchObject({ deadlines: 130, commitments: 40 });
  const left = 130 - state.deadlines.length;
  expect(state.howToGetTheRest).toContain(`${left} more deadlines: search_tasks pages through all tasks`);
  const coming = 40 - state.commitments.length;
  expect(state.howToGetTheRest).toContain(`${coming} more commitments: no tool lists them; evaluate_task_plan counts`);
});

test('a refused plan is told to apply repairs only where there are some', async () => {
  const plan = scene.plan();
  const [first, second] = plan.subtasks;
  const next = async (...subtasks: object[]) => {
    const refused = await scene.bot('stage_task_plan', { ...plan, subtasks });
    if (refused.ok) throw new Error('staged');
    expect(refused.refusal.code).toBe('plan_invalid');
    return refused.refusal.next;
  };
  const unknown = { ...second, assignedSidekickIds: ['nobody'] };
  expect(await next(first as object, unknown)).toMatch(/^No repair fits: read the message of each error/);
  const done = { ...first, status: 'done' };
  expect(await next(done, second as object)).toBe('Apply repairAll of the evaluation in data, then stage again.');
  expect(await next(done, unknown)).toMatch(/^Apply repairAll .*; errors without repairIds you change yourself/);
});
