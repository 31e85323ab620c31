/** What one token, or many of nobody, may leave behind is bounded. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EVALUATIONS_A_DAY } from '../../src/app/activity.ts';
import type { Token } from '../../src/core/access/access.ts';
import { VISITORS } from '../../src/core/access/access-commands.ts';
import type { Author } from '../../src/core/access/author.ts';
import { sha256 } from '../../src/kit/json.ts';
import { call, ok } from './callers.ts';
import { code, openScene, openTestWorkspace, type Scene, type Staged, stage } from './workspace.ts';

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

test('a token leaves 200 evaluations a day, the newest ones', async () => {
  const notes = scene.app.store.notes(scene.app.workspaceId);
  for (let at = 0; at < EVALUATIONS_A_DAY + 30; at += 1) {
    scene.clock.nowMs += 1_000;
    ok(await scene.bot('evaluate_task_plan', scene.plan(`Buy paint ${at}`)));
  }
  const kept = await settled(() => notes.list('evaluation', 1_000), '2026-03-02T08:03:50Z');
  expect(kept).toHaveLength(EVALUATIONS_A_DAY);
  expect(kept.at(-1)?.at).toBe('2026-03-02T08:00:31Z');
  scene.clock.nowMs += 86_400_000;
  ok(await scene.bot('evaluate_task_plan', scene.plan()));
  expect(await settled(() => notes.list('evaluation', 1_000), '2026-03-03T08:03:50Z')).toHaveLength(
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

test('visitors without a person are bounded: unused ones give their place, used ones are revoked', async () => {
  const { app, clock, close } = await openTestWorkspace();
  const visit = async () => {
    clock.nowMs += 1_000;
    const secretHash = sha256(randomBytes(8));
    const token = await app.credentials.enrolToken({ kind: 'visitor', label: 'v', secretHash, via: 'webmcp' });
    return { token: ok(token) as Token, secretHash };
  };
  const use = async ({ token }: { token: Token }) => {
    const author: Author = { kind: 'visitor', id: token.id, label: 'v', via: 'webmcp' };
    ok(await app.run('search_tasks', call(author, { token }), {}));
  };
  const { token: tokens } = app.state().tables;
  const { tokenBySecret } = app.state().index;
  const first = await visit();
  await use(first);
  const second = await visit();
  for (let at = 2; at < VISITORS + 50; at += 1) await visit();
  expect(tokens.size).toBe(VISITORS);
  expect(tokens.get(first.token.id)?.state).toBe('active');
  expect(tokenBySecret.has(first.secretHash)).toBe(true);
  // The second was the oldest unused one: its secret opens nothing now.
  expect(tokenBySecret.has(second.secretHash)).toBe(false);
  expect(tokenBySecret.size).toBe(VISITORS);
  for (const token of [...tokens.values()]) await use({ token });
  await visit();
  const live = [...tokens.values()].filter(({ state }) => state === 'active');
  expect(live).toHaveLength(VISITORS);
  expect(tokens.get(first.token.id)?.state).toBe('revoked');
  await close();
}, 60_000);
