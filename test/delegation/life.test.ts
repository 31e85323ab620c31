/** A run from its start to every end it may have, through the daemon, with a real agent process in the real jail. */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { grant, logOf, openScene, result, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

/** More criteria than `acceptance` could repeat. */
const large = {
  set_id: 's',
  revision: 'a'.repeat(64),
  items: Array.from({ length: 51 }, (_, at) => ({ id: `c${at}`, text: 'a' })),
};

describe('before anything runs', () => {
  test('without a grant a run waits, visibly, and starts under one', async () => {
    const first = await start(scene, script(['finish', 'success']));
    expect(first.status).toBe('waiting_grant');
    const inbox = ok(await scene.desk().call('read_inbox', {})) as { items: { kind: string; run: { id: string } }[] };
    expect(inbox.items).toContainEqual(
      expect.objectContaining({ kind: 'grant', run: expect.objectContaining({ id: first.task_id }) }),
    );
    const wish = {
      runId: first.task_id as string | null,
      rootId: scene.rootId,
      agentIds: ['rig'],
      modes: ['analyze' as const],
      maxLaunches: 1,
      until: '2099-01-01T00:00:00Z',
    };
    const preview = ok(await scene.desk().call('make_grant', { ...wish, preview: true }));
    expect(preview).toMatchObject({ grantId: null, starts: [first.task_id] });
    const { shown } = preview as { shown: string };
    // What was not previewed, and what differs from it in one field, is not made.
    for (const given of [{}, { shown: 'a'.repeat(64) }, { shown, maxLaunches: 2 }]) {
      const made = await scene.desk().call('make_grant', { ...wish, ...given });
      expect(made).toMatchObject({ ok: false, refusal: { code: 'preview_needed' } });
    }
    // Nor is it when another run has come meanwhile, which it would start too.
    const standing = { ...wish, runId: null };
    const before = ok(await scene.desk().call('make_grant', { ...standing, preview: true })) as { shown: string };
    const { task_id } = await start(scene, script(['finish', 'partial'], ['message', 'came later']));
    expect(await scene.desk().call('make_grant', { ...standing, shown: before.shown })).toMatchObject({ ok: false });
    ok(await scene.agent().call('tandem_cancel', { task_id }));
    expect((await result(scene, first.task_id)).run.status).toBe('waiting_grant');
    const id = await grant(scene, { runId: first.task_id, modes: ['analyze'], maxLaunches: 1 });
    const end = await settle(scene, first.task_id);
    expect(end.run).toMatchObject({ status: 'completed', outcome: 'success', code: 'finished' });
    expect((await view(scene, first.task_id)).grant?.id).toBe(id);
    // Its one launch is used: the next one waits again.
    const second = await start(scene, script(['finish', 'partial']));
    expect(second.status).toBe('waiting_grant');
    ok(await scene.agent().call('tandem_cancel', { task_id: second.task_id }));
    expect((await result(scene, second.task_id)).run).toMatchObject({ status: 'cancelled', code: 'cancelled' });
  });

  test('preflight reports and starts nothing', async () => {
    const before = ok(await scene.agent().call('tandem_list', {})) as { total: number };
    const answer = await start(scene, 'look', { preflight: true });
    expect(answer).toMatchObject({
      task_id: null,
      preflight: { cwd: scene.project, mode: 'analyze', grant: { covers: false } },
    });
    expect(ok(await scene.agent().call('tandem_list', {}))).toMatchObject({ total: before.total });
  });

  test.each([
    ['both', { prompt: 'x', contract: { goal: 'y' } }, 'prompt_or_contract'],
    ['neither', {}, 'prompt_or_contract'],
    ['cwd outside', { cwd: '/etc', prompt: 'x' }, 'cwd_outside_roots'],
    ['a relative cwd', { cwd: 'src', prompt: 'x' }, 'cwd_outside_roots'],
    ['an unknown agent', { prompt: 'x', execution: { model: 'nobody/x' } }, 'unknown_agent'],
    ['a model that is a flag', { prompt: 'x', execution: { model: 'rig/--yolo' } }, 'invalid_input'],
    ['a review', { prompt: 'x', review_id: 'r' }, 'review_unavailable'],
    ['a stage of one', { prompt: 'x', review_stage: 'independent' }, 'review_unavailable'],
    ['timeout 0', { prompt: 'x', timeout_seconds: 0 }, 'invalid_input'],
    ['timeout 7201', { prompt: 'x', timeout_seconds: 7201 }, 'invalid_input'],
    ['60,001 code points', { contract: { goal: 'x', context: '𝕏'.repeat(60_001) } }, 'invalid_input'],
    ['writing without work', { contract: { goal: 'x', requirements: { requires_write: true } } }, 'mode_cannot_write'],
    ['a traversal', { contract: { goal: 'x', scope: { owned_files: ['../a'] } } }, 'invalid_contract'],
    ['an unknown artifact', { contract: { goal: 'x', artifact_ids: ['nope'] } }, 'invalid_contract'],
    [
      'a wrong set revision',
      {
        contract: {
          goal: 'x',
          acceptance: ['a'],
          acceptance_set: { set_id: 's', revision: 'a'.repeat(64), items: [{ id: 'c', text: 'a' }] },
        },
      },
      'wrong_set_revision',
    ],
    ['a set of 51 criteria', { contract: { goal: 'x', acceptance_set: large } }, 'set_exceeds_acceptance'],
    [
      'a large set and a traversal',
      { contract: { goal: 'x', acceptance_set: large, scope: { owned_files: ['../a'] } } },
      'invalid_contract',
    ],
    ['an unknown context', { prompt: 'x', project_context_id: 'nope' }, 'unknown_context'],
  ])('refuses %s with a code and a way on', async (_name, input, code) => {
    const answer = await scene.agent().call('tandem_start', { cwd: scene.project, ...input });
    expect(answer).toMatchObject({ ok: false, refusal: { code, next: expect.stringMatching(/\S/) } });
  });

  test('links are resolved: neither cwd nor an owned file leads out of a root', async () => {
    const link = join(scene.project, 'way-out');
    symlinkSync('/etc', link);
    const out = await scene.agent().call('tandem_start', { cwd: link, prompt: 'x' });
    expect(out).toMatchObject({ ok: false, refusal: { code: 'cwd_outside_roots' } });
    // Nobody looks for a path that no file can have: that would take minutes.
    const long = `${'a/'.repeat(20_000)}b`;
    for (const file of ['way-out/passwd', 'way-out/new', long, 'C:\\x', '/etc/passwd', 'src/*.js', 'a/../../b']) {
      const contract = { goal: 'x', scope: { owned_files: [file] } };
      const answer = await scene.agent().call('tandem_start', { cwd: scene.project, contract });
      expect(answer, file).toMatchObject({ ok: false, refusal: { code: 'invalid_contract' } });
    }
    rmSync(link);
    // Nor is one file owned by two names of it.
    symlinkSync('src', join(scene.project, 'alias'));
    const contract = { goal: 'x', scope: { owned_files: ['alias/new.js'] } };
    expect(await scene.agent().call('tandem_start', { cwd: scene.project, contract })).toMatchObject({
      refusal: {
        code: 'invalid_contract',
        problems: [{ code: 'owned_path_linked', fix: expect.stringContaining('src/new.js') }],
      },
    });
    rmSync(join(scene.project, 'alias'));
  });

  test('unknown keys are ignored, never stored, and listed; the right set revision is told', async () => {
    await grant(scene);
    const answer = await start(scene, script(['finish', 'success']), {
      approved: true,
      execution: { profile: 'quick', colour: 'red' },
    });
    expect(answer.ignored).toEqual(['/approved', '/execution/colour']);
    expect((await settle(scene, answer.task_id)).run.outcome).toBe('success');
    const refused = await scene.agent().call('tandem_start', {
      cwd: scene.project,
      contract: {
        goal: 'x',
        acceptance: ['a'],
        acceptance_set: { set_id: 's', revision: 'a'.repeat(64), items: [{ id: 'c', text: 'a' }] },
      },
    });
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'wrong_set_revision' } });
    const text = JSON.stringify(refused);
    const right = [...text.matchAll(/[0-9a-f]{64}/g)].map(([one]) => one).find((one) => one !== 'a'.repeat(64));
    const again = await scene.agent().call('tandem_start', {
      cwd: scene.project,
      preflight: true,
      contract: {
        goal: 'x',
        acceptance: ['a'],
        acceptance_set: { set_id: 's', revision: right ?? '', items: [{ id: 'c', text: 'a' }] },
      },
    });
    expect(again).toMatchObject({ ok: true, value: { preflight: { set_revision: right } } });
  });
});

describe('with a grant', () => {
  test('an identical start is the same run while it runs and after', async () => {
    const prompt = script(['sleep', 800], ['finish', 'success']);
    const [first, second] = await Promise.all([start(scene, prompt), start(scene, prompt)]);
    expect(first.task_id).toBe(second.task_id);
    await settle(scene, first.task_id);
    expect(await start(scene, prompt)).toMatchObject({ task_id: first.task_id, repeated: true });
  });

  test.each([
    [
      'no finish',
      script(['message', 'I am done, all is well.']),
      { status: 'failed', code: 'no_finish', outcome: null },
    ],
    ['crash', script(['message', 'oh'], ['crash', 3]), { status: 'failed', code: 'agent_crashed', outcome: null }],
    ['killed from outside', script(['die']), { status: 'failed', code: 'agent_crashed', outcome: null }],
    [
      'finish twice',
      script(['finish', 'partial'], ['finish', 'success']),
      { status: 'completed', code: 'finished', outcome: 'partial' },
    ],
    [
      'finish, then more',
      script(['finish', 'success'], ['message', 'and one more thing']),
      { status: 'completed', outcome: 'success' },
    ],
    ['blocked', script(['finish', 'blocked', { blockers: ['No key.'] }]), { status: 'completed', outcome: 'blocked' }],
    [
      'garbage in between',
      script(['garbage', 'not a protocol', 3], ['finish', 'success']),
      { status: 'completed', outcome: 'success' },
    ],
  ])('%s', async (_name, prompt, expected) => {
    const { task_id } = await start(scene, prompt);
    expect((await settle(scene, task_id)).run).toMatchObject(expected);
  });

  test('what is blocked says how to go on', async () => {
    const { task_id } = await start(
      scene,
      script(['finish', 'blocked', { blockers: ['No key.'] }], ['message', 'next']),
    );
    await settle(scene, task_id);
    expect(await result(scene, task_id)).toMatchObject({
      blockers: ['No key.'],
      next: expect.stringMatching(/blockers.*tandem_continue/),
    });
  });

  test('a success with blockers is refused, and the worker may correct it', async () => {
    const { task_id } = await start(
      scene,
      script(['finish', 'success', { blockers: ['x'] }], ['finish', 'blocked', { blockers: ['x'] }]),
    );
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'completed', outcome: 'blocked' });
    expect(await logOf(scene, task_id)).toContain('invalid_report');
  });

  test('its time over, a run is failed with timed_out', async () => {
    const { task_id } = await start(scene, script(['sleep', 60_000]), { timeout_seconds: 1 });
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'failed', code: 'timed_out' });
  });

  test('a cancelled run ends, also when the agent ignores it', async () => {
    for (const steps of [[['sleep', 60_000]], ['ignore_cancel', ['sleep', 60_000]]]) {
      const { task_id } = await start(scene, script(...steps));
      await settle(scene, task_id, ({ run }) => run.status === 'running');
      ok(await scene.agent().call('tandem_cancel', { task_id }));
      expect((await settle(scene, task_id)).run).toMatchObject({ status: 'cancelled' });
    }
  });

  test('a second turn keeps the history, a fresh one does not', async () => {
    const first = await start(scene, script(['history'], ['finish', 'success']));
    await settle(scene, first.task_id);
    const next = async (more: object) => {
      const answer = ok(
        await scene.agent().call('tandem_continue', {
          conversation_id: first.conversation_id,
          prompt: script(['history'], ['finish', 'success']),
          ...more,
        }),
      ) as unknown as { task_id: string };
      await settle(scene, answer.task_id);
      return logOf(scene, answer.task_id);
    };
    expect(await next({})).toContain('history: 1');
    expect(await next({ continuation: 'fresh', handoff: 'You read nothing yet.' })).toContain('history: 0');
    const bare = await scene
      .agent()
      .call('tandem_continue', { conversation_id: first.conversation_id, prompt: 'x', continuation: 'fresh' });
    expect(bare).toMatchObject({ ok: false, refusal: { code: 'handoff_needed' } });
  });

  test('no two active runs own the same file', async () => {
    const contract = (goal: string, file: string) => ({
      contract: { goal, scope: { owned_files: [file] } },
      prompt: undefined,
    });
    const first = await start(scene, '', { ...contract(script(['sleep', 3000], ['finish', 'success']), 'src/sum.js') });
    const second = await scene
      .agent()
      .call('tandem_start', { cwd: scene.project, contract: contract('other', 'SRC/sum.js').contract });
    expect(second).toMatchObject({ ok: false, refusal: { code: 'owned_file_conflict' } });
    await settle(scene, first.task_id);
  });

  test('another token sees none of it', async () => {
    const { task_id, conversation_id } = await start(scene, script(['finish', 'success'], ['message', 'own']));
    await settle(scene, task_id);
    const other = (await import('../rigs/people.ts')).agentClient(
      scene.daemon,
      await (await import('../rigs/people.ts')).makeAgent(scene.desk(), 'Other'),
    );
    expect(await other.call('tandem_result', { task_id })).toMatchObject({
      ok: false,
      refusal: { code: 'unknown_run' },
    });
    expect(await other.call('tandem_cancel', { task_id })).toMatchObject({
      ok: false,
      refusal: { code: 'unknown_run' },
    });
    expect(await other.call('tandem_continue', { conversation_id, prompt: 'x' })).toMatchObject({
      ok: false,
      refusal: { code: 'unknown_conversation' },
    });
    expect(ok(await other.call('tandem_list', {}))).toMatchObject({ total: 0 });
  });
});
