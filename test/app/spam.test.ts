/** What one token, or many of nobody, may leave behind is bounded. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVALUATIONS_A_DAY } from '../../src/app/activity.ts';
import type { Author } from '../../src/core/access/author.ts';
import { passingVisitor, VISITORS } from '../../src/core/access/visitor.ts';
import { REVISIONS_A_DAY, WITHDRAWN_A_DAY } from '../../src/core/proposal/daily-limits.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import { sha256 } from '../../src/kit/json.ts';
import { agent, call, ok, planFor } from './callers.ts';
import { code, openScene, openTestWorkspace, type Scene, type Staged, stage, type TestWorkspace } from './workspace.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

test('a token makes 200 revisions of one proposal; a person may still edit it', async () => {
  let last = await stage(scene.bot, scene.plan());
  for (let at = 2; at <= 200; at += 1) last = await stage(scene.bot, scene.plan(`Buy paint ${at}`));
  expect(last.revision).toBe(200);
  const refused = await scene.bot('stage_task_plan', scene.plan('Buy paint once more'));
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'too_many_revisions' } });
  const { proposalId, revision } = last;
  const edit = { proposalId, revision, candidate: scene.plan('As a person wants it') };
  expect((ok(await scene.person('edit_proposal', edit)) as Staged).revision).toBe(201);
  ok(await scene.bot('withdraw_proposal', { proposalId }));
  expect(code(await scene.bot('stage_task_plan', scene.plan('A new plan')))).toBe('ok');
}, 60_000);

test('a token withdraws 50 proposals a day, and then stages no more until the next', async () => {
  for (let at = 0; at < WITHDRAWN_A_DAY; at += 1) {
    const { proposalId } = await stage(scene.bot, scene.plan(`Buy paint ${at}`));
    ok(await scene.bot('withdraw_proposal', { proposalId }));
  }
  const { seq } = scene.app.state().workspace;
  const refused = await scene.bot('stage_task_plan', scene.plan('Once more'));
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'too_many_proposals' } });
  expect(scene.app.state().workspace.seq).toBe(seq);
  const other = await agent(scene.app, 'codex');
  ok(await scene.person('change_token', { tokenId: newestToken(), allow: true }));
  expect(code(await other('stage_task_plan', scene.plan('By another')))).toBe('ok');
  scene.clock.nowMs += DAY_MS;
  expect(code(await scene.bot('stage_task_plan', scene.plan('A day later')))).toBe('ok');
}, 60_000);

test('a token stages 500 plans a day, however many proposals they are of', async () => {
  for (let at = 0; at < REVISIONS_A_DAY; at += 1) {
    if (at > 0 && at % 190 === 0) {
      const [open] = [...scene.app.state().tables.proposal.values()].filter((one) => one.status !== 'withdrawn');
      ok(await scene.bot('withdraw_proposal', { proposalId: open?.id ?? '' }));
    }
    await stage(scene.bot, scene.plan(`Buy paint ${at}`));
  }
  expect(code(await scene.bot('stage_task_plan', scene.plan('Once more')))).toBe('too_many_proposals');
}, 120_000);

function newestToken(): string {
  return [...scene.app.state().tables.token.values()].at(-1)?.id ?? '';
}

test('a token leaves 200 evaluations a day, the newest ones', async () => {
  const notes = scene.app.store.notes(scene.app.workspaceId);
  for (let at = 0; at < EVALUATIONS_A_DAY + 30; at += 1) {
    scene.clock.nowMs += 1_000;
    ok(await scene.bot('evaluate_task_plan', scene.plan(`Buy paint ${at}`)));
  }
  const kept = await settled(() => notes.list('evaluation', 1_000), '2026-03-02T08:03:50');
  expect(kept).toHaveLength(EVALUATIONS_A_DAY);
  expect(kept.at(-1)?.at).toBe('2026-03-02T08:00:31');
  scene.clock.nowMs += 86_400_000;
  ok(await scene.bot('evaluate_task_plan', scene.plan()));
  expect(await settled(() => notes.list('evaluation', 1_000), '2026-03-03T08:03:50')).toHaveLength(
    EVALUATIONS_A_DAY + 1,
  );
}, 60_000);

/** Entries are written after the answer. */
async function settled<T extends { at: string }>(
  read: () => Promise<readonly T[]>,
  newest: string,
): Promise<readonly T[]> {
  for (let tries = 0; tries < 500; tries += 1) {
    if ((await read())[0]?.at === newest) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return read();
}

test('visitors that only look leave no row and one note; those that stage are bounded, and nobody is put out', async () => {
  const { app, close } = await openTestWorkspace();
  const { token: tokens, proposal: proposals } = app.state().tables;
  const visit = () => {
    const token = passingVisitor(sha256(randomBytes(8)));
    const author: Author = { kind: 'visitor', id: token.id, label: token.label, via: 'webmcp' };
    return { token, use: (operation: string, input: unknown) => app.run(operation, call(author, { token }), input) };
  };
  const { tasks } = ok(await visit().use('search_tasks', { limit: 50 })) as { tasks: { id: string }[] };
  for (let at = 0; at < 300; at += 1) ok(await visit().use('search_tasks', {}));
  expect(tokens.size).toBe(0);
  await expect.poll(() => app.store.notes(app.workspaceId).list('last-use', 1000)).toHaveLength(1);

  const fit = await firstThatFits(visit().use, tasks, app.state().workspace.version);
  const plan = (mark: number) => ({ ...fit, rationale: `${mark}` });
  const first = visit();
  ok(await first.use('stage_task_plan', plan(0)));
  for (let at = 1; at < VISITORS; at += 1) ok(await visit().use('stage_task_plan', plan(at)));
  expect(tokens.size).toBe(VISITORS);
  const { seq } = app.state().workspace;
  expect(code(await visit().use('stage_task_plan', plan(VISITORS)))).toBe('too_many_proposals');
  expect(app.state().workspace.seq).toBe(seq);
  // Its row is its own: what it staged before everybody else it may still change.
  expect((ok(await first.use('stage_task_plan', plan(-1))) as Staged).revision).toBe(2);
  const [mine] = [...proposals.values()].filter((one) => one.author.id === first.token.id);
  expect(ok(await first.use('withdraw_proposal', { proposalId: mine?.id ?? '' }))).toMatchObject({
    status: 'withdrawn',
  });
  expect(new Set([...proposals.values()].map((one) => one.author.id)).size).toBe(VISITORS);
  await close();
}, 60_000);

/** A plan that is valid for one of the example's tasks. */
async function firstThatFits(use: Use, tasks: readonly { readonly id: string }[], version: number) {
  for (const { id: taskId } of tasks) {
    const { matches } = ok(await use('match_sidekicks_to_task', { taskId })) as { matches: { sidekickId: string }[] };
    const consulted: unknown[] = [];
    for (const { sidekickId } of matches) consulted.push(ok(await use('consult_sidekick', { taskId, sidekickId })));
    const plan = planFor(taskId, version, consulted as Parameters<typeof planFor>[2], '2026-03-05T12:00:00Z');
    if ((ok(await use('evaluate_task_plan', plan)) as { valid: boolean }).valid) return plan;
  }
  throw new Error('no plan fits any task');
}

type Use = (operation: string, input: unknown) => ReturnType<TestWorkspace['app']['run']>;
