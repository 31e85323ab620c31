/** What holds runs back and what stops them: the queue, grants, the kill switch. */
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { agentClient, makeAgent, ok } from '../rigs/people.ts';
import { processesBelow, processesWith } from './processes.ts';
import { addAgent, grant, openScene, result, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await addAgent(scene, 'spare', []);
});
afterAll(() => scene?.close());

const desk = (name: string, input: object) => scene.desk().call(name as never, input as never);
const statusOf = async (id: string) => (await result(scene, id)).run.status;
const isRunning = ({ run }: { run: { status: string } }) => run.status === 'running';
const grants: string[] = [];
const granted = async (more: object = {}) => {
  const id = await grant(scene, more);
  grants.push(id);
  return id;
};
afterEach(async () => {
  for (const grantId of grants.splice(0)) ok(await desk('revoke_grant', { grantId }));
});

describe('the queue', () => {
  test('shows its order, and launches as workers come free; cancel takes out of it', async () => {
    ok(await desk('change_limits', { maxWorkers: 1 }));
    await granted();
    const first = await start(scene, script(['sleep', 2000], ['finish', 'success'], ['message', 'first']));
    await settle(scene, first.task_id, isRunning);
    const second = await start(scene, script(['finish', 'success'], ['message', 'second']));
    const third = await start(scene, script(['finish', 'success'], ['message', 'third']));
    const fourth = await start(scene, script(['finish', 'success'], ['message', 'fourth']));
    const places = async () =>
      Promise.all([second, third, fourth].map(async (one) => (await result(scene, one.task_id)).run));
    expect(await places()).toMatchObject([
      { status: 'starting', queue_position: 1 },
      { status: 'starting', queue_position: 2 },
      { status: 'starting', queue_position: 3 },
    ]);
    ok(await scene.agent().call('tandem_cancel', { task_id: third.task_id }));
    expect(await places()).toMatchObject([{ queue_position: 1 }, { status: 'cancelled' }, { queue_position: 2 }]);
    const ends = await Promise.all([first, second, fourth].map((one) => settle(scene, one.task_id)));
    expect(ends.map(({ run }) => run.code)).toEqual(['finished', 'finished', 'finished']);
    const [one, two, four] = await Promise.all(
      [first, second, fourth].map(async ({ task_id }) => (await view(scene, task_id)).run),
    );
    expect(Date.parse(two?.launchedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(one?.endedAt ?? ''));
    expect(Date.parse(four?.launchedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(two?.endedAt ?? ''));
    expect((await view(scene, third.task_id)).run.launchedAt).toBeNull();
    ok(await desk('change_limits', { maxWorkers: 4 }));
  });
});

describe('grants', () => {
  test.each([
    ['another agent', { agentIds: ['spare'] }, /does not name the agent rig/],
    ['another mode', { modes: ['think'] }, /does not allow analyze/],
  ])('for %s lets nothing start, and says why', async (_name, more, why) => {
    await granted(more);
    const { task_id, status } = await start(scene, script(['finish', 'success'], ['message', _name]));
    expect(status).toBe('waiting_grant');
    const { items } = ok(await desk('read_inbox', {})) as { items: { run: { id: string }; why?: string }[] };
    expect(items.find((item) => item.run.id === task_id)?.why).toMatch(why);
    ok(await scene.agent().call('tandem_cancel', { task_id }));
  });

  test('revoked while runs are queued: what is on goes on, what waits for a worker starts no more', async () => {
    ok(await desk('change_limits', { maxWorkers: 1 }));
    const grantId = await granted();
    const on = await start(scene, script(['sleep', 1500], ['finish', 'success'], ['message', 'on']));
    await settle(scene, on.task_id, isRunning);
    const queued = await start(scene, script(['finish', 'success'], ['message', 'queued']));
    ok(await desk('revoke_grant', { grantId }));
    expect(await statusOf(queued.task_id)).toBe('waiting_grant');
    expect((await settle(scene, on.task_id)).run.code).toBe('finished');
    // The worker is free now, and still nothing starts.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await view(scene, queued.task_id)).run).toMatchObject({ status: 'waiting_grant', launchedAt: null });
    await granted({ runId: queued.task_id, maxLaunches: 1 });
    expect((await settle(scene, queued.task_id)).run.code).toBe('finished');
    ok(await desk('change_limits', { maxWorkers: 4 }));
  });

  test('that come after the folder became a link elsewhere launch nothing', async () => {
    const cwd = join(scene.project, 'moving');
    mkdirSync(cwd);
    const { task_id, status } = await start(scene, script(['finish', 'success'], ['message', 'moving']), { cwd });
    expect(status).toBe('waiting_grant');
    renameSync(cwd, join(scene.project, 'moved'));
    symlinkSync(tmpdir(), cwd);
    await granted();
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'failed', code: 'cwd_outside_roots' });
    expect((await view(scene, task_id)).run).toMatchObject({ held: null, lease: null });
    rmSync(cwd);
  });

  test('a ceiling: reached by what agents say they cost, and not to be checked once a cost is unknown', async () => {
    const costs = (cost: number | undefined, mark: string) =>
      script(['usage', cost === undefined ? {} : { cost }], ['finish', 'success'], ['message', mark]);
    await granted({ costCeilingUsd: 1 });
    const first = await start(scene, costs(1.25, 'c1'));
    await settle(scene, first.task_id);
    expect((await view(scene, first.task_id)).run.usage).toMatchObject({ costUsd: 1.25 });
    const beyond = await start(scene, costs(0, 'c2'));
    expect(beyond.status).toBe('waiting_grant');
    ok(await scene.agent().call('tandem_cancel', { task_id: beyond.task_id }));
    await granted({ costCeilingUsd: 100 });
    const unknown = await start(scene, costs(undefined, 'c3'));
    await settle(scene, unknown.task_id);
    expect((await view(scene, unknown.task_id)).run.usage).toMatchObject({ costUsd: null });
    const after = await start(scene, costs(0, 'c4'));
    expect(after.status).toBe('waiting_grant');
    ok(await scene.agent().call('tandem_cancel', { task_id: after.task_id }));
  });

  test('a ceiling lets work go on where it was sent back: each turn has a process of its own, and a known cost', async () => {
    await granted({ costCeilingUsd: 1 });
    const costs = (cost: number) =>
      script(['usage', { cost }], ['write', 'made.txt', `${cost}`], ['finish', 'success']);
    const costOf = async (id: string) => (await view(scene, id)).run.usage?.costUsd;
    const first = await start(scene, costs(0.25), { mode: 'work' });
    await settle(scene, first.task_id);
    expect(await costOf(first.task_id)).toBe(0.25);
    const { conversation_id } = first;
    let last = first.task_id;
    for (const cost of [0.5, 0.375]) {
      ok(await desk('send_back_run', { runId: last, notes: 'Once more, please.' }));
      const given = { conversation_id, prompt: costs(cost) };
      const next = ok(await scene.agent().call('tandem_continue', given)) as { task_id: string; status: string };
      expect(next.status).toBe('starting');
      await settle(scene, next.task_id);
      expect(await costOf(next.task_id)).toBe(cost);
      last = next.task_id;
    }
    // 1.125 by now.
    const given = { conversation_id, prompt: costs(0.01) };
    const beyond = ok(await scene.agent().call('tandem_continue', given)) as { task_id: string; status: string };
    expect(beyond.status).toBe('waiting_grant');
    ok(await scene.agent().call('tandem_cancel', { task_id: beyond.task_id }));
  });

  test('a warm process serves a later turn only as it was launched', async () => {
    const wide = await granted({ ask: true });
    const first = await start(scene, script(['finish', 'success'], ['message', 'warm']));
    await settle(scene, first.task_id);
    ok(await desk('revoke_grant', { grantId: wide }));
    await granted();
    const next = ok(
      await scene.agent().call('tandem_continue', {
        conversation_id: first.conversation_id,
        prompt: script(['permission', 'read', 'look'], ['history'], ['finish', 'success']),
      }),
    ) as { task_id: string };
    // Under the old launch the request would wait for a person.
    expect((await settle(scene, next.task_id)).run.code).toBe('finished');
  });
});

test('an agent is told all of what a standing grant allows', async () => {
  const limits = { costCeilingUsd: 2.5, commandDigests: ['a'.repeat(64)], ask: true, openNetwork: true };
  const grantId = await granted({ ...limits, modes: ['think'], maxLaunches: 3, unsandboxed: true });
  const { grants } = ok(await scene.agent().call('tandem_scope', {})) as { grants: { id: string }[] };
  expect(grants.find(({ id }) => id === grantId)).toEqual({
    id: grantId,
    root_id: scene.rootId,
    agents: ['rig'],
    modes: ['think'],
    until: '2099-01-01T00:00:00Z',
    max_launches: 3,
    ...{ launches: 0, costUsd: 0, unknownCosts: 0 },
    ...{ cost_ceiling_usd: 2.5, commands: 1, ask: true, open_network: true, unsandboxed: true },
  });
  ok(await desk('revoke_grant', { grantId }));
});

describe('the same start', () => {
  const contract = {
    goal: script(['sleep', 1500], ['finish', 'success'], ['message', 'owner']),
    scope: { owned_files: ['src/sum.js'] },
  };
  const call = (client = scene.agent()) => client.call('tandem_start', { cwd: scene.project, contract });

  test('with files of its own is its first run, also when both come at once; for another token it is a conflict', async () => {
    await granted();
    const [one, two] = (await Promise.all([call(), call()])).map((answer) => ok(answer) as { task_id: string });
    expect(one?.task_id).toBe(two?.task_id);
    expect(ok(await call())).toMatchObject({ task_id: one?.task_id, repeated: true });
    const other = agentClient(scene.daemon, await makeAgent(scene.desk(), 'Second'));
    expect(await call(other)).toMatchObject({ ok: false, refusal: { code: 'owned_file_conflict' } });
    await settle(scene, one?.task_id ?? '');
    const theirs = ok(await call(other)) as { task_id: string };
    expect(theirs.task_id).not.toBe(one?.task_id);
    ok(await other.call('tandem_cancel', { task_id: theirs.task_id }));
  });

  test('is the same after a restart of the daemon, and a queued run survives it', async () => {
    ok(await desk('change_limits', { maxWorkers: 1 }));
    await granted();
    const prompt = script(['finish', 'success'], ['message', 'again']);
    const first = await start(scene, prompt);
    await settle(scene, first.task_id);
    const blocking = await start(scene, script(['sleep', 60_000], ['message', 'blocking']));
    await settle(scene, blocking.task_id, isRunning);
    const queued = await start(scene, script(['finish', 'success'], ['message', 'survivor']));
    expect(queued.status).toBe('starting');
    await scene.daemon.stop();
    await scene.restart();
    expect((await result(scene, blocking.task_id)).run).toMatchObject({
      status: 'interrupted',
      code: 'daemon_stopped',
    });
    expect(await start(scene, prompt)).toMatchObject({ task_id: first.task_id, repeated: true });
    expect((await settle(scene, queued.task_id)).run.code).toBe('finished');
    ok(await desk('change_limits', { maxWorkers: 4 }));
  });
});

describe('the kill switch', () => {
  interface Entry {
    readonly type: string;
    readonly at: string;
  }
  const stopAt = async () => {
    const { entries } = ok(await desk('read_activity', { limit: 100 })) as unknown as { entries: Entry[] };
    return Date.parse(entries.find((entry) => entry.type === 'runs.stopped')?.at ?? '');
  };
  const MARK = 71_001;
  const stubborn = (mark: string) =>
    script(['grandchildren', 2, MARK], 'ignore_cancel', ['message', mark], ['sleep', 120_000]);

  test('ends every run in under two seconds, agents that ignore cancel too, and nothing starts until a person lets it', async () => {
    await granted();
    // One keeps a warm process, one is in its long grace after an ordinary cancel, one waits for an answer, one is queued.
    const warm = await start(scene, script(['finish', 'success'], ['message', 'kept warm']));
    await settle(scene, warm.task_id);
    const runs = await Promise.all([
      start(scene, stubborn('a')),
      start(scene, stubborn('b'), { mode: 'work' }),
      start(scene, stubborn('c'), { mode: 'think' }),
      start(scene, script(['ask', 'May I?'])),
    ]);
    const [a, , , asks] = runs;
    const queued = await start(scene, stubborn('d'));
    await Promise.all(
      runs.map((one) => settle(scene, one.task_id, ({ run, questions }) => isRunning({ run }) || questions.length > 0)),
    );
    await settle(scene, asks.task_id, ({ questions }) => questions.length > 0);
    ok(await scene.agent().call('tandem_cancel', { task_id: a.task_id }));
    ok(await desk('stop_runs', {}));
    const began = await stopAt();
    for (const { task_id } of [...runs, queued]) {
      await settle(scene, task_id);
      const { run, questions } = await view(scene, task_id);
      expect(run.status).toBe('cancelled');
      expect(Date.parse(run.endedAt ?? '') - began, `${run.goal} ended`).toBeLessThan(2000);
      expect(questions.filter((one) => one.status === 'open')).toEqual([]);
    }
    expect(processesWith(`sleep ${MARK}`)).toEqual([]);
    await expect.poll(() => processesBelow(scene.daemon.pid)).toEqual([]);
    const after = await start(scene, script(['finish', 'success'], ['message', 'after the stop']));
    expect(after.status).toBe('waiting_grant');
    await granted({ runId: after.task_id });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect((await view(scene, after.task_id)).run).toMatchObject({
      launchedAt: null,
      waitsFor: expect.stringContaining('stopped'),
    });
    expect(ok(await scene.agent().call('tandem_scope', {}))).toMatchObject({ limits: { stopped: true } });
    ok(await desk('change_limits', { stopped: false }));
    expect((await settle(scene, after.task_id)).run.code).toBe('finished');
  });
});
