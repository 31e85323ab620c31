/** Cases that once went wrong. Each names the promise that it broke. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyWorkspace } from '../../src/app/verify/verify.ts';
import { decisionOn } from '../rigs/people.ts';
import { newPublicKey, ok } from './callers.ts';
import { approve, code, commit, openScene, type Scene, stage } from './workspace.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

async function taskNamed(title: string, more: object = {}): Promise<string> {
  return (ok(await scene.person('create_task', { title, ...more })) as { id: string }).id;
}

test('an approval counts only for the parent and the playbooks that were shown', async () => {
  const staged = await stage(scene.bot, scene.plan());
  const before = await decisionOn(scene.person, staged);
  ok(await scene.person('edit_task', { taskId: scene.taskId, description: 'Burn the shed down.' }));
  expect(code(await scene.person('approve_proposal', before))).toBe('shown_changed');
  expect(scene.app.state().tables.approval.size).toBe(0);
  const after = await decisionOn(scene.person, staged);
  expect(code(await scene.person('approve_proposal', after))).toBe('ok');
  // Also where the approval is there already: that one is of what is shown now.
  expect(code(await scene.person('approve_proposal', before))).toBe('shown_changed');
});

test('a decision that does not say what was shown is none', async () => {
  const { shown: _, ...blind } = await decisionOn(scene.person, await stage(scene.bot, scene.plan()));
  const result = await scene.person('approve_proposal', blind);
  expect(result).toMatchObject({ ok: false, refusal: { code: 'invalid_input', problems: [{ path: '/shown' }] } });
  expect(scene.app.state().tables.approval.size).toBe(0);
});

test('verify holds after tasks, starts, owners and commitments moved away', async () => {
  const parent = await taskNamed('Garden');
  const child = await taskNamed('Dig', { parentId: parent, plannedStart: '2026-03-03T09:00:00Z', estimateMinutes: 30 });
  ok(await scene.person('edit_task', { taskId: child, parentId: null, plannedStart: '2026-03-04T09:00:00Z' }));
  const { id } = ok(
    await scene.person('create_commitment', {
      title: 'Dentist',
      kind: 'fixed',
      start: '2026-03-03T14:00:00Z',
      end: '2026-03-03T15:00:00Z',
    }),
  ) as { id: string };
  ok(await scene.person('edit_commitment', { commitmentId: id, start: '2026-03-03T13:00:00Z' }));
  ok(await scene.person('remove_commitment', { commitmentId: id }));
  const { problems } = await verifyWorkspace(scene.app.store, scene.app.workspaceId);
  expect(problems).toEqual([]);
});

describe('undo never builds what no command may build', () => {
  test('a parent cycle', async () => {
    const a = await taskNamed('A');
    const b = await taskNamed('B', { parentId: a });
    ok(await scene.person('edit_task', { taskId: b, parentId: null }));
    const seq = scene.app.state().workspace.seq;
    ok(await scene.person('edit_task', { taskId: a, parentId: b }));
    expect(code(await scene.person('undo_change', { seq }))).toBe('changed_since');
  });

  test('a dependency cycle', async () => {
    const a = await taskNamed('A');
    const b = await taskNamed('B', { dependsOn: [a] });
    ok(await scene.person('edit_task', { taskId: b, dependsOn: [] }));
    const seq = scene.app.state().workspace.seq;
    ok(await scene.person('edit_task', { taskId: a, dependsOn: [b] }));
    expect(code(await scene.person('undo_change', { seq }))).toBe('changed_since');
  });

  test('a live task below one in the trash', async () => {
    const a = await taskNamed('A');
    const seq = scene.app.state().workspace.seq;
    await taskNamed('Below A', { parentId: a });
    expect(code(await scene.person('undo_change', { seq }))).toBe('changed_since');
  });
});

test('a stale approval does not lock its agent out: the repaired plan is a new revision', async () => {
  const staged = await stage(scene.bot, scene.plan());
  await approve(scene.person, staged);
  ok(await scene.person('edit_task', { taskId: scene.taskId, title: 'Paint the barn' }));
  expect((await commit(scene.bot, staged.proposalId)).status).toBe('stale_plan');
  expect(await stage(scene.bot, scene.plan('Buy paint for a barn'))).toMatchObject({
    revision: 2,
    status: 'awaiting_approval',
  });
});

test('what verify and the gate rest on cannot be redacted; words can, and readers are told to read anew', async () => {
  const seq = scene.app.state().workspace.seq;
  expect(code(await scene.person('redact_event', { seq: 1, reason: 'x' }))).toBe('forbidden');
  ok(await scene.person('redact_event', { seq, reason: 'A name stood in it.' }));
  const { problems } = await verifyWorkspace(scene.app.store, scene.app.workspaceId);
  expect(problems).toEqual([]);
  const items = [];
  for await (const item of scene.app.feed(seq - 1, AbortSignal.timeout(2000))) {
    items.push(item);
    if (item.event === 'end') break;
  }
  expect(items.at(-1)).toEqual({ event: 'end', reason: 'resync' });
});

test('a key that is known pairs nobody a second time', async () => {
  const publicKey = newPublicKey();
  const first = await scene.app.credentials.pairMore({
    personId: [...scene.app.state().tables.person.keys()][0] as string,
    publicKey,
    label: 'x',
    by: { kind: 'desk', id: 'x', label: 'x', via: 'desk' },
  });
  expect(first.ok).toBe(true);
  expect(code(await scene.app.credentials.pairFirst({ name: 'Eve', publicKey, label: 'x' }))).toBe('pairing_closed');
});
