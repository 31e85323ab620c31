import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/kit/durations.ts';
import { agent, ok } from './callers.ts';
import { approve, code, commit, openScene, type Scene, stage } from './workspace.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

describe('the identical candidate', () => {
  test('returns the same proposal, before any version check, and writes nothing', async () => {
    const plan = scene.plan();
    const first = await stage(scene.bot, plan);
    ok(await scene.person('edit_task', { taskId: scene.taskId, description: 'Three coats.' }));
    const seq = scene.app.state().workspace.seq;
    expect(await stage(scene.bot, plan)).toMatchObject({ proposalId: first.proposalId, revision: 1, latest: true });
    expect(scene.app.state().workspace.seq).toBe(seq);
  });

  test('after a person edited: latest is false and nothing happens', async () => {
    const plan = scene.plan();
    const { proposalId, revision } = await stage(scene.bot, plan);
    ok(await scene.person('edit_proposal', { proposalId, revision, candidate: scene.plan('Choose the paint') }));
    const seq = scene.app.state().workspace.seq;
    expect(await stage(scene.bot, plan)).toMatchObject({ proposalId, revision: 1, latest: false });
    expect(scene.app.state().workspace.seq).toBe(seq);
  });

  test('after the agent itself moved on: going back is a new revision', async () => {
    const plan = scene.plan();
    const first = await stage(scene.bot, plan);
    expect((await stage(scene.bot, scene.plan('Borrow the paint'))).revision).toBe(2);
    expect(await stage(scene.bot, plan)).toMatchObject({ proposalId: first.proposalId, revision: 3, latest: true });
  });

  test('after withdrawn it makes a new proposal; after rejected it returns that answer', async () => {
    const plan = scene.plan();
    const first = await stage(scene.bot, plan);
    ok(await scene.bot('withdraw_proposal', { proposalId: first.proposalId }));
    const second = await stage(scene.bot, plan);
    expect(second.proposalId).not.toBe(first.proposalId);
    ok(await scene.person('reject_proposal', { proposalId: second.proposalId, revision: 1, reason: 'Not now.' }));
    expect(await stage(scene.bot, plan)).toMatchObject({ proposalId: second.proposalId, status: 'rejected' });
  });

  test('after an undo it makes a new proposal', async () => {
    const plan = scene.plan();
    const first = await stage(scene.bot, plan);
    await approve(scene.person, first, true);
    expect(await stage(scene.bot, plan)).toMatchObject({
      proposalId: first.proposalId,
      status: 'committed',
      next: 'Its tasks exist already; commit_task_plan returns the receipt.',
    });
    ok(await scene.person('undo_plan', { proposalId: first.proposalId }));
    const again = await stage(scene.bot, { ...plan, expectedWorkspaceVersion: scene.version() });
    expect(again.proposalId).not.toBe(first.proposalId);
  });

  test('after lapsed it asks for review again', async () => {
    const plan = scene.plan();
    const staged = await stage(scene.bot, plan);
    await approve(scene.person, staged);
    scene.clock.nowMs += 7 * DAY_MS;
    const again = { proposalId: staged.proposalId, revision: 1, latest: true, status: 'awaiting_approval' };
    expect(await stage(scene.bot, plan)).toMatchObject(again);
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_required');
    await approve(scene.person, staged, true);
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('committed');
  });

  test('after superseded it returns that answer', async () => {
    const plan = scene.plan();
    const staged = await stage(scene.bot, plan);
    const theirs = await stage(await agent(scene.app, 'codex'), scene.plan('Buy the good paint'));
    await approve(scene.person, theirs, true);
    const { seq } = scene.app.state().workspace;
    const again = { proposalId: staged.proposalId, revision: 1, latest: true, status: 'superseded' };
    expect(await stage(scene.bot, plan)).toMatchObject(again);
    expect(scene.app.state().workspace.seq).toBe(seq);
  });

  test('after stale it asks for review again', async () => {
    const plan = scene.plan();
    const staged = await stage(scene.bot, plan);
    await approve(scene.person, staged);
    expect((await stage(scene.bot, plan)).status).toBe('approved');
    ok(await scene.person('edit_task', { taskId: scene.taskId, title: 'Paint the shed green' }));
    expect(await stage(scene.bot, plan)).toMatchObject({ proposalId: staged.proposalId, status: 'awaiting_approval' });
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_required');
  });
});

test('another candidate is the next revision; comments and drafts stay', async () => {
  const first = await stage(scene.bot, scene.plan());
  ok(
    await scene.person('comment_proposal', {
      proposalId: first.proposalId,
      revision: 1,
      candidateId: 'a',
      text: 'Which colour?',
    }),
  );
  ok(await scene.person('save_draft', { proposalId: first.proposalId, body: { notes: 'half a thought' } }));
  const second = await stage(scene.bot, scene.plan('Buy green paint'));
  expect(second).toMatchObject({ proposalId: first.proposalId, revision: 2, status: 'awaiting_approval' });
  const read = ok(await scene.bot('get_proposal', { proposalId: first.proposalId })) as {
    comments: { text: string }[];
  };
  expect(read.comments.map((one) => one.text)).toEqual(['Which colour?']);
  expect(ok(await scene.person('read_draft', { proposalId: first.proposalId }))).toMatchObject({
    body: { notes: 'half a thought' },
  });
});

test('an approved proposal takes no revision from its agent until withdrawn', async () => {
  const staged = await stage(scene.bot, scene.plan());
  await approve(scene.person, staged);
  expect(code(await scene.bot('stage_task_plan', scene.plan('Buy other paint')))).toBe('already_approved');
  ok(await scene.bot('withdraw_proposal', { proposalId: staged.proposalId }));
  expect((await stage(scene.bot, scene.plan('Buy other paint'))).proposalId).not.toBe(staged.proposalId);
  expect((await commit(scene.bot, staged.proposalId)).status).toBe('withdrawn');
});

test('at most three open proposals per token; another token competes, and is superseded when one commits', async () => {
  const other = await agent(scene.app, 'codex');
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = ok(await scene.person('create_task', { title: `Task ${title}` })) as { id: string };
    await stage(other, { ...scene.plan(), parentTaskId: id });
  }
  const refused = await other('stage_task_plan', scene.plan());
  expect(code(refused)).toBe('too_many_proposals');
  const [open] = (ok(await other('get_workspace_state', {})) as { proposals: { proposalId: string }[] }).proposals;
  ok(await other('withdraw_proposal', { proposalId: open?.proposalId }));
  const theirs = await stage(other, scene.plan());
  const mine = await stage(scene.bot, scene.plan('Buy the good paint'));
  expect(theirs.proposalId).not.toBe(mine.proposalId);
  await approve(scene.person, mine, true);
  expect((await commit(other, theirs.proposalId)).status).toBe('superseded');
});

test('an invalid candidate is refused with its evaluation and stored nowhere', async () => {
  const plan = scene.plan(' \u200b');
  const seq = scene.app.state().workspace.seq;
  const refused = await scene.bot('stage_task_plan', plan);
  expect(refused).toMatchObject({
    ok: false,
    refusal: { code: 'plan_invalid', data: { evaluation: { valid: false } } },
  });
  expect(scene.app.state().workspace.seq).toBe(seq);
});

describe('versions', () => {
  test('a version that does not exist yet is refused', async () => {
    const plan = { ...scene.plan(), expectedWorkspaceVersion: scene.version() + 1 };
    expect(code(await scene.bot('stage_task_plan', plan))).toBe('version_conflict');
    expect(code(await scene.bot('evaluate_task_plan', plan))).toBe('version_conflict');
  });

  test('an older one passes unless what the plan reads changed; the refusal lists changes and an evaluation', async () => {
    const plan = scene.plan();
    ok(await scene.person('create_task', { title: 'Something else entirely' }));
    expect(code(await scene.bot('evaluate_task_plan', plan))).toBe('ok');
    ok(await scene.person('edit_task', { taskId: scene.taskId, priority: 'urgent' }));
    const refused = await scene.bot('stage_task_plan', plan);
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'version_conflict', data: { workspaceVersion: scene.version(), evaluation: { valid: true } } },
    });
    expect(JSON.stringify(refused).length).toBeLessThan(20_000);
  });

  test('matches, evaluations, stages, comments, drafts and approvals do not raise it; a commit and a rejection do', async () => {
    const before = scene.version();
    ok(await scene.bot('match_sidekicks_to_task', { taskId: scene.taskId }));
    ok(await scene.bot('evaluate_task_plan', scene.plan()));
    const staged = await stage(scene.bot, scene.plan());
    ok(await scene.person('comment_proposal', { proposalId: staged.proposalId, revision: 1, text: 'Hm.' }));
    await approve(scene.person, staged);
    expect(scene.version()).toBe(before);
    await commit(scene.bot, staged.proposalId);
    expect(scene.version()).toBe(before + 1);
    const other = await stage(scene.bot, scene.plan('Paint the door'));
    ok(
      await scene.person('reject_proposal', {
        proposalId: other.proposalId,
        revision: other.revision,
        reason: 'No door.',
      }),
    );
    expect(scene.version()).toBe(before + 2);
  });
});
