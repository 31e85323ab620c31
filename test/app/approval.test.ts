/** Approve, then change anything it fixed, by every write path: the commit must be refused; unrelated changes commit. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/kit/durations.ts';
import { decisionOn } from '../rigs/people.ts';
import { agent, ok } from './callers.ts';
import { approve, code, commit, openScene, type Scene, type Staged, stage } from './workspace.ts';

let scene: Scene;
let staged: Staged;
beforeEach(async () => {
  scene = await openScene();
  staged = await stage(scene.bot, scene.plan());
});
afterEach(() => scene.close());

describe('after an approval, a change of what it fixed makes it stale', () => {
  const edits: readonly [string, object][] = [
    ['title', { title: 'Paint the barn' }],
    ['description', { description: 'Three coats.' }],
    ['priority', { priority: 'urgent' }],
    ['tags', { tags: ['garden'] }],
    ['due', { due: { date: '2026-04-01' } }],
    ['estimateMinutes', { estimateMinutes: 60 }],
  ];
  test.each(edits)('%s of the parent', async (field, edit) => {
    await approve(scene.person, staged);
    ok(await scene.person('edit_task', { taskId: scene.taskId, ...edit }));
    const answer = await commit(scene.bot, staged.proposalId);
    expect(answer.status).toBe('stale_plan');
    expect(answer.changes?.join(' ')).toContain(field);
  });

  test('a new dependency of the parent', async () => {
    const { id } = ok(await scene.person('create_task', { title: 'Sweep the yard' })) as { id: string };
    await approve(scene.person, staged);
    ok(await scene.person('edit_task', { taskId: scene.taskId, dependsOn: [id] }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
  });

  test('the parent goes to the trash, or is done', async () => {
    await approve(scene.person, staged);
    ok(await scene.person('edit_task', { taskId: scene.taskId, status: 'done' }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
    ok(await scene.person('trash_task', { taskId: scene.taskId }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
  });

  test('an undo puts the parent back to before: stale too, and back again it holds', async () => {
    ok(await scene.person('edit_task', { taskId: scene.taskId, title: 'Paint the shed well' }));
    staged = await stage(scene.bot, scene.plan('Buy very good paint'));
    await approve(scene.person, staged);
    ok(await scene.person('undo_change', {}));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
    ok(await scene.person('edit_task', { taskId: scene.taskId, title: 'Paint the shed well' }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('committed');
  });

  test('a shown playbook changes or is disabled', async () => {
    const shown = Object.keys((await approvalOf()).playbooks);
    const id = shown[0] as string;
    expect(shown.length).toBeGreaterThan(0);
    ok(await scene.person('change_sidekick', { sidekickId: id, enabled: false }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
    ok(await scene.person('change_sidekick', { sidekickId: id, enabled: true }));
    const sidekick = scene.app.state().tables.sidekick.get(id);
    const yaml = `${sidekick?.active?.yaml ?? ''}\n# another version\n`;
    const offer = ok(
      await scene.person('offer_sidekick', { sidekickId: id, yaml, skill: sidekick?.active?.skill }),
    ) as { offered: string };
    expect(((await scene.app.run) as unknown) && offer.offered).toMatch(/^[0-9a-f]{64}$/);
    ok(await scene.person('activate_sidekick', { sidekickId: id, hash: offer.offered }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
  });

  async function approvalOf() {
    // A due in the plan's week makes the deadline playbook apply, so that something is shown.
    ok(await scene.person('edit_task', { taskId: scene.taskId, due: { date: '2026-03-06' }, priority: 'urgent' }));
    const plan = scene.plan('Buy paint in time');
    const covers = ['deadline.cut-line', 'deadline.checkpoint'];
    const subtasks = plan.subtasks.map((one, at) => (at === 0 ? { ...one, checklistCoverageIds: covers } : one));
    staged = await stage(scene.bot, { ...plan, subtasks });
    const { approvalId } = await approve(scene.person, staged);
    const approval = scene.app.state().tables.approval.get(approvalId);
    if (!approval) throw new Error('no approval');
    return approval;
  }

  test('a person edits the proposal, or the agent withdraws it', async () => {
    await approve(scene.person, staged);
    ok(
      await scene.person('edit_proposal', {
        proposalId: staged.proposalId,
        revision: 1,
        candidate: scene.plan('Edited'),
      }),
    );
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_required');
  });

  test('changes are requested after it', async () => {
    await approve(scene.person, staged);
    ok(await scene.person('request_changes', { proposalId: staged.proposalId, revision: 1, text: 'Which paint?' }));
    const answer = await commit(scene.bot, staged.proposalId);
    expect(answer.status).toBe('changes_requested');
    expect(answer.comments?.map((one) => one.text)).toContain('Which paint?');
  });
});

describe('unrelated changes commit', () => {
  test('other tasks, the place on the board, a match, a comment', async () => {
    await approve(scene.person, staged);
    ok(await scene.person('create_task', { title: 'Water the plants' }));
    ok(await scene.person('edit_task', { taskId: scene.taskId, rank: 5, status: 'today' }));
    ok(await scene.bot('match_sidekicks_to_task', { taskId: scene.taskId }));
    ok(await scene.person('comment_proposal', { proposalId: staged.proposalId, revision: 1, text: 'Nice.' }));
    expect((await commit(scene.bot, staged.proposalId)).status).toBe('committed');
  });
});

test('an approval lapses after seven days and is used once', async () => {
  await approve(scene.person, staged);
  scene.clock.nowMs += 7 * DAY_MS;
  expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_lapsed');
  scene.clock.nowMs -= 1000;
  const first = await commit(scene.bot, staged.proposalId);
  expect(first.status).toBe('committed');
  expect(await commit(scene.bot, staged.proposalId)).toEqual(first);
  const made = [...scene.app.state().tables.task.values()].filter((task) => task.origin.from === 'plan');
  expect(made).toHaveLength(2);
});

test('the receipt says when it was undone', async () => {
  await approve(scene.person, staged, true);
  ok(await scene.person('undo_plan', { proposalId: staged.proposalId }));
  expect((await commit(scene.bot, staged.proposalId)).receipt?.undoneAt).toBe('2026-03-02T08:00:00Z');
});

test('the decision is on exactly the revision and digest shown', async () => {
  const second = await stage(scene.bot, scene.plan('Newer'));
  const body = await decisionOn(scene.person, second);
  const { digest } = staged;
  expect(code(await scene.person('approve_proposal', { ...body, revision: 1, digest }))).toBe('not_latest');
  expect(code(await scene.person('approve_proposal', { ...body, digest }))).toBe('wrong_digest');
  expect(code(await scene.person('approve_proposal', body))).toBe('ok');
});

test('somebody else may not commit or withdraw it', async () => {
  const other = await agent(scene.app, 'codex');
  await approve(scene.person, staged);
  expect(code(await other('commit_task_plan', { proposalId: staged.proposalId }))).toBe('not_yours');
  expect(code(await other('withdraw_proposal', { proposalId: staged.proposalId }))).toBe('not_yours');
  expect(code(await other('commit_task_plan', { proposalId: 'nothing' }))).toBe('unknown_proposal');
});

test('two commits at once: one effect, one receipt', async () => {
  await approve(scene.person, staged);
  const answers = await Promise.all(Array.from({ length: 8 }, () => commit(scene.bot, staged.proposalId)));
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect([...scene.app.state().tables.task.values()].filter((task) => task.origin.from === 'plan')).toHaveLength(2);
});

test('a rejected idea is remembered: a later candidate that repeats it gets a warning', async () => {
  ok(await scene.person('reject_proposal', { proposalId: staged.proposalId, revision: 1, reason: 'We have paint.' }));
  const again = scene.plan();
  const evaluation = ok(await scene.bot('evaluate_task_plan', { ...again, rationale: 'Once more.' })) as {
    valid: boolean;
    issues: { severity: string; code: string }[];
  };
  expect(evaluation.valid).toBe(true);
  expect(evaluation.issues.filter((one) => one.severity === 'warning').map((one) => one.code)).toContain(
    'near_duplicate_title',
  );
});

test('fields such as approved: true have no meaning anywhere', async () => {
  for (const [operation, input] of [
    ['commit_task_plan', { proposalId: staged.proposalId, approved: true }],
    ['stage_task_plan', { ...scene.plan(), approval: { by: 'Mara' } }],
    ['get_workspace_state', { force: true }],
  ] as const) {
    expect(await scene.bot(operation, input)).toMatchObject({
      ok: false,
      refusal: { code: 'invalid_input', problems: [{ code: 'unknown_property' }] },
    });
  }
  expect((await commit(scene.bot, staged.proposalId)).status).toBe('approval_required');
});
