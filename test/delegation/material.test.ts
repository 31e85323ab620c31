/** Artifacts and answers: versions, pages, and who reads what. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { isWellFormed } from '../../src/kit/text.ts';
import { agentClient, makeAgent, ok } from '../rigs/people.ts';
import { grant, logOf, openScene, result, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
let other: Client;
beforeAll(async () => {
  scene = await openScene();
  other = agentClient(scene.daemon, await makeAgent(scene.desk(), 'Other'));
  await grant(scene);
});
afterAll(() => scene?.close());

interface Published {
  readonly artifact_id: string;
  readonly version: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly characters: number;
}

const publish = (name: string, content: string, more: object = {}, client = scene.agent()) =>
  client.call('tandem_publish_artifact', { name, content, ...more });
const published = async (...args: Parameters<typeof publish>) => ok(await publish(...args)) as unknown as Published;
const read = (artifact_id: string, more: object = {}, client = scene.agent()) =>
  client.call('tandem_read_artifact', { artifact_id, ...more });

describe('an artifact', () => {
  test('has versions: another content is the next, the same again is the same', async () => {
    const first = await published('plan', 'one');
    const again = await published('plan', 'one');
    const second = await published('plan', 'two');
    const elsewhere = await published('plan', 'two', {}, other);
    expect([first, again, second, elsewhere].map(({ version }) => version)).toEqual([1, 1, 2, 1]);
    expect(again.artifact_id).toBe(first.artifact_id);
    expect(ok(await read(first.artifact_id))).toMatchObject({ content: 'one', version: 1, sha256: first.sha256 });
  });

  test('is paged by code points, which no page cuts', async () => {
    const content = Array.from({ length: 25_000 }, (_, at) => (at % 2 === 0 ? '𝕏' : 'é')).join('');
    const { artifact_id, characters } = await published('astral', content);
    expect(characters).toBe(25_000);
    let all = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const page = ok(await read(artifact_id, { offset })) as unknown as {
        content: string;
        next_offset: number | null;
      };
      expect(isWellFormed(page.content)).toBe(true);
      all += page.content;
      offset = page.next_offset;
    }
    expect(all).toBe(content);
    expect(ok(await read(artifact_id, { offset: 1, max_characters: 2 }))).toMatchObject({
      content: 'é𝕏',
      next_offset: 3,
    });
    expect(ok(await read(artifact_id, { offset: 99_999 }))).toMatchObject({ content: '', next_offset: null });
  });

  test('holds 4 MiB and not a byte more, by bytes and not by characters', async () => {
    const MIB = 1024 * 1024;
    expect(await published('whole', 'x'.repeat(4 * MIB))).toMatchObject({ bytes: 4 * MIB });
    // Two bytes each on the wire, one in the artifact.
    expect(await published('quoted', '"'.repeat(4 * MIB))).toMatchObject({ bytes: 4 * MIB });
    expect(await publish('beyond', 'x'.repeat(4 * MIB + 1))).toMatchObject({ ok: false });
    expect(await publish('wide', 'é'.repeat(2 * MIB + 1))).toMatchObject({ ok: false, refusal: { code: 'too_large' } });
  });

  test('that says it is JSON is JSON', async () => {
    const json = { media_type: 'application/json' };
    expect(await publish('data', '{"a":', json)).toMatchObject({ ok: false, refusal: { code: 'not_json' } });
    expect(ok(await publish('data', '{"a":1}', json))).toMatchObject({ version: 1 });
    const { artifact_id } = await published('said', '{"a":', { media_type: 'text/plain' });
    expect(ok(await read(artifact_id))).toMatchObject({ media_type: 'text/plain', content: '{"a":' });
    for (const media_type of ['text/html', 'text/x-diff'])
      expect(await publish('page', '<b>', { media_type })).toMatchObject({ refusal: { code: 'invalid_input' } });
    expect(await publish('  ', 'x')).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
    expect(await publish('half', '\ud800')).toMatchObject({ ok: false });
  });

  test('of another token does not exist, for reading and for contracts', async () => {
    const { artifact_id } = await published('private', 'mine');
    for (const id of [artifact_id, 'nope'])
      expect(await read(id, {}, other)).toMatchObject({ ok: false, refusal: { code: 'unknown_artifact' } });
    const contract = { goal: 'x', artifact_ids: [artifact_id] };
    expect(await other.call('tandem_start', { cwd: scene.project, contract })).toMatchObject({
      ok: false,
      refusal: { code: 'invalid_contract' },
    });
  });

  test('is read by a worker only when its contract names it or its conversation made it', async () => {
    const named = await published('named', 'the named one');
    const unnamed = await published('unnamed', 'the unnamed one');
    const goal = script(
      ['call', 'tandem_read_artifact', { artifact_id: named.artifact_id }],
      ['call', 'tandem_read_artifact', { artifact_id: unnamed.artifact_id }],
      ['publish', 'own', 'the worker made it'],
      ['finish', 'success'],
    );
    const { task_id, conversation_id } = ok(
      await scene.agent().call('tandem_start', {
        cwd: scene.project,
        contract: { goal, artifact_ids: [named.artifact_id] },
      }),
    ) as unknown as { task_id: string; conversation_id: string };
    await settle(scene, task_id);
    const log = await logOf(scene, task_id);
    expect(log).toContain('the named one');
    expect(log).not.toContain('the unnamed one');
    expect(log).toContain('unknown_artifact');
    const [own] = (await view(scene, task_id)).artifacts;
    expect(own).toMatchObject({ name: 'own', version: 1, provisional: false });
    // The starter reads it, a stranger does not; the next turn's worker does.
    expect(ok(await read(own?.id ?? ''))).toMatchObject({ content: 'the worker made it' });
    expect(await read(own?.id ?? '', {}, other)).toMatchObject({ ok: false });
    const next = ok(
      await scene.agent().call('tandem_continue', {
        conversation_id,
        prompt: script(
          ['call', 'tandem_read_artifact', { artifact_id: own?.id }],
          ['publish', 'own', 'again'],
          ['finish', 'success'],
        ),
      }),
    ) as unknown as { task_id: string };
    await settle(scene, next.task_id);
    expect(await logOf(scene, next.task_id)).toContain('the worker made it');
    expect((await view(scene, next.task_id)).artifacts).toMatchObject([{ name: 'own', version: 2 }]);
  });

  test('of a worker may be as large', async () => {
    const { task_id } = await start(scene, script(['publish_bytes', 'large', 4 * 1024 * 1024], ['finish', 'success']));
    await settle(scene, task_id);
    expect((await view(scene, task_id)).artifacts).toMatchObject([{ name: 'large', bytes: 4 * 1024 * 1024 }]);
  });

  test('of a run without a report stays provisional', async () => {
    const { task_id } = await start(scene, script(['publish', 'early', 'half'], ['message', 'no finish']));
    await settle(scene, task_id);
    expect((await view(scene, task_id)).artifacts).toMatchObject([{ provisional: true }]);
  });
});

test('a long answer is put together from its pages, which cut no code point', async () => {
  const whole = Array.from({ length: 30_000 }, (_, at) => (at % 3 === 0 ? '𝕏' : 'é"\n'[at % 3])).join('');
  const { task_id } = await start(scene, script(['finish', 'success', { answer: whole }]));
  await settle(scene, task_id);
  let all = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await result(scene, task_id, 0, { offset });
    expect(page).toMatchObject({ answer_characters: 30_000 });
    expect(isWellFormed(page.answer)).toBe(true);
    all += page.answer;
    offset = page.next_offset;
  }
  expect(all).toBe(whole);
});

describe('a contract that was made from a task', () => {
  interface Shown {
    readonly cut: boolean;
    readonly json: string;
    readonly characters: number;
    readonly next_offset: number | null;
  }

  async function whole(read: (offset: number) => Promise<Shown>): Promise<unknown> {
    let all = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const { json, cut, next_offset } = await read(offset);
      expect([cut, isWellFormed(json)]).toEqual([true, true]);
      all += json;
      offset = next_offset;
    }
    return JSON.parse(all);
  }

  test('is read whole by whoever delegates, before and after, however long; a cut thing is named at the start', async () => {
    const description = Array.from({ length: 2400 }, (_, at) => `w${at} 𝕏`).join(' ');
    const first = ok(await scene.desk().call('create_task', { title: 'First' } as never)) as { id: string };
    const wish = { title: 'Long', description, dependsOn: [first.id] };
    const task = ok(await scene.desk().call('create_task', wish as never)) as { id: string };
    const asked = { taskId: task.id, agent: 'rig', mode: 'think', cwd: scene.project };
    const preflight = async (offset: number) => {
      const wish = { ...asked, preflight: true, offset };
      const told = ok(await scene.agent().call('delegate_task', wish as never));
      return told.preflight as { readonly contract: Shown; readonly remarks: readonly object[] };
    };
    const remarks = [
      { code: 'left_out', message: expect.stringContaining('the context holds the rest') },
      { code: 'blocked', message: expect.stringMatching(/^The task depends on T-\d+, not done yet\.$/) },
    ];
    const lacks = { code: 'not_given', message: expect.stringMatching(/^Nothing says when the task is done/) };
    expect((await preflight(0)).remarks).toEqual([...remarks, lacks]);
    const shown = await whole(async (offset) => (await preflight(offset)).contract);
    const started = ok(await scene.agent().call('delegate_task', asked as never)) as unknown as { task_id: string };
    expect(started).toMatchObject({ remarks });
    const read = await whole(async (offset) => {
      const more = { task_id: started.task_id, wait_seconds: 0, section: 'contract', offset };
      const { details } = ok(await scene.agent().call('tandem_result', more as never));
      return (details as { readonly contract: Shown }).contract;
    });
    expect(read).toEqual(shown);
    expect(JSON.stringify(read)).toContain('w2399');
    ok(await scene.agent().call('tandem_cancel', { task_id: started.task_id }));
  });
});
