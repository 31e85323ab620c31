/** Project contexts: who confirms what, and what a conversation pinned. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { grant, logOf, openScene, type Scene, script, settle, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
});
afterAll(() => scene?.close());

describe('a project context', () => {
  const rule = (id: string, text: string, required = false) => ({ id, text, source: 'docs/rules.md', required });
  const put = (input: object, client = scene.agent()) =>
    client.call('tandem_project_context', { action: 'publish', name: 'Ground', ...input });
  interface Context {
    readonly context_id: string;
    readonly revision: number;
    readonly rules: readonly { id: string; required: boolean; confirmedBy: string | null }[];
    readonly decisions: readonly { id: string; status: string }[];
  }
  const contextOf = (result: Awaited<ReturnType<typeof put>>) =>
    (ok(result) as unknown as { context: Context }).context;

  test('of an agent is advisory until a person confirms it; publishing is checked by revision', async () => {
    const made = contextOf(
      await put({
        rules: [rule('r1', 'Never push to main.', true), rule('r2', 'Prefer small files.')],
        decisions: [{ id: 'd1', text: 'Use SQLite.', source: 'adr', status: 'accepted' }],
      }),
    );
    expect(made.rules).toMatchObject([{ required: false, confirmedBy: null }, { required: false }]);
    expect(made.decisions).toMatchObject([{ status: 'proposed' }]);
    const { context_id } = made;
    expect(await put({ context_id, rules: [] })).toMatchObject({ ok: false, refusal: { code: 'revision_conflict' } });
    expect(await put({ context_id, expected_revision: 7, rules: [] })).toMatchObject({
      refusal: { code: 'revision_conflict', data: { revision: 1 } },
    });
    expect(await put({ context_id: 'nope', expected_revision: 1 })).toMatchObject({
      refusal: { code: 'unknown_context' },
    });
    const twice = [rule('r1', 'a'), rule('r1', 'b')];
    expect(await put({ rules: twice })).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
    const confirm = { contextId: context_id, expectedRevision: 1, ids: ['r1', 'd1'], required: true };
    expect((await scene.agent().callByName('confirm_context', confirm)).ok).toBe(false);
    ok(await scene.desk().call('confirm_context', confirm));
    expect(await scene.desk().call('confirm_context', confirm)).toMatchObject({
      refusal: { code: 'revision_conflict' },
    });
    // What is confirmed stays as it was, whatever the agent writes under its id.
    const next = contextOf(
      await put({
        context_id,
        expected_revision: 2,
        rules: [rule('r1', 'Never push to main.'), rule('r2', 'Prefer small files.', true)],
        decisions: [{ id: 'd1', text: 'Use files.', source: 'adr', status: 'accepted' }],
      }),
    );
    expect(next.rules).toMatchObject([
      { id: 'r1', required: true, confirmedBy: 'Mara' },
      { id: 'r2', required: false },
    ]);
    expect(next.decisions).toMatchObject([{ status: 'accepted', confirmedBy: 'Mara' }]);
  });

  test('is pinned: a conversation keeps its snapshot while the context moves on; required rules are never left out', async () => {
    const filler = Array.from({ length: 60 }, (_, at) => rule(`a${at}`, `advice ${at} ${'long '.repeat(100)}`));
    const made = contextOf(
      await put({ name: 'Pinned', rules: [rule('must', 'REQUIRED-ONE'), ...filler], decisions: [] }),
    );
    const { context_id } = made;
    ok(
      await scene
        .desk()
        .call('confirm_context', { contextId: context_id, expectedRevision: 1, ids: ['must'], required: true }),
    );
    // What a worker was told of the context, and what it reads of it.
    const told = async (more: object) => {
      const goal = script(
        ['call', 'tandem_context_read', {}],
        ['finish', 'success'],
        ['message', JSON.stringify(more)],
      );
      const answer = ok(
        await scene.agent().call('tandem_start', {
          cwd: scene.project,
          project_context_id: context_id,
          contract: { goal, ...more },
        }),
      ) as unknown as { task_id: string; conversation_id: string };
      return answer;
    };
    const asked = {
      cwd: scene.project,
      project_context_id: context_id,
      preflight: true,
      contract: { goal: 'x', context_options: { advisory_rule_ids: ['a7', 'gone'], decision_ids: ['never'] } },
    };
    expect(ok(await scene.agent().call('tandem_start', asked as never))).toMatchObject({
      preflight: {
        context: { context_id, revision: 2 },
        unresolved_in_context: { advisory_rule_ids: ['gone'], decision_ids: ['never'] },
      },
    });
    const capsule = await told({ context_options: { delivery: 'capsule', advisory_rule_ids: ['a7'] } });
    await settle(scene, capsule.task_id);
    expect(await logOf(scene, capsule.task_id)).toContain('REQUIRED-ONE');
    const pin = (await view(scene, capsule.task_id)).conversation.pin;
    expect(pin).toMatchObject({ contextId: context_id, revision: 2 });
    contextOf(
      await put({ context_id, expected_revision: 2, name: 'Pinned', rules: [rule('new', 'MOVED-ON')], decisions: [] }),
    );
    const next = ok(
      await scene.agent().call('tandem_continue', {
        conversation_id: capsule.conversation_id,
        prompt: script(['call', 'tandem_context_read', {}], ['finish', 'success']),
      }),
    ) as unknown as { task_id: string };
    await settle(scene, next.task_id);
    const log = await logOf(scene, next.task_id);
    expect(log).toContain('REQUIRED-ONE');
    expect(log).not.toContain('MOVED-ON');
    expect((await view(scene, next.task_id)).conversation.pin).toEqual(pin);
    const newest = ok(await scene.agent().call('tandem_context_read', { context_id })) as { content: string };
    expect(newest.content).toContain('MOVED-ON');
  });
});
