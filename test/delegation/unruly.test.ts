/** Agents that misbehave: each ends its own run, with a code, and leaves nothing alive. One daemon has them all. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { processesBelow, processesWith } from './processes.ts';
import { addAgent, grant, logOf, openScene, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
const bad = { silent: ['--silent'], garbage: ['--garbage'], dead: ['--die', '7'], locked: ['--signed-out'] };

beforeAll(async () => {
  scene = await openScene();
  for (const [name, args] of Object.entries(bad)) await addAgent(scene, name, args, { startSeconds: 2 });
  ok(await scene.desk().call('change_limits', { maxWorkers: 16 }));
  await addAgent(scene, 'missing', [], { argv: ['/nowhere/at/all/agent'] });
  await addAgent(scene, 'deaf', ['--deaf']);
  await addAgent(scene, 'linger', ['--linger']);
  await addAgent(scene, 'forgetful', ['--no-resume']);
  for (const step of closing) await addAgent(scene, idOf(step), ['--linger', step]);
  const agentIds = ['rig', ...Object.keys(bad), 'missing', 'deaf', 'linger', 'forgetful', ...closing.map(idOf)];
  await grant(scene, { agentIds });
});
afterAll(() => scene?.close());

const closing = ['close_input', 'close_output'];
const idOf = (step: string) => step.replace('_', '-');
const by = (agent: string) => ({ execution: { model: agent } });

describe.concurrent('an agent that does not come up', () => {
  test.each([
    ['missing', 'agent_missing', /program.* Install it, or name its absolute path/i],
    [
      'dead',
      'agent_failed',
      /cannot find my configuration.* Check the agent's entry: the folders that the jail shows it/s,
    ],
    ['silent', 'agent_failed', /initialize within 2 s.* Check the agent's entry/],
    ['garbage', 'agent_garbage', /no ACP\. Check the agent's entry: .*run the program by hand/],
    ['locked', 'agent_failed', /not signed in.* Pass the name of a key that it reads/],
  ])('%s: %s, and the way on', async (agent, code, words) => {
    const prompt = script(['finish', 'success'], ['message', agent]);
    const { task_id } = await start(scene, prompt, by(agent));
    const { run } = await settle(scene, task_id);
    expect(run).toMatchObject({ status: 'failed', code, outcome: null, reason: expect.stringMatching(words) });
    const again = await start(scene, prompt, by(agent));
    expect(again).toMatchObject({ task_id, repeated: true, run: { reason: run.reason } });
    expect(again.next).toMatch(/It failed: to try again at once call tandem_continue/);
    expect((await view(scene, task_id)).run).toMatchObject({ report: null, lease: null });
  });

  test('preflight and scope say that the program is missing', async () => {
    const { preflight } = await start(scene, 'look', { ...by('missing'), preflight: true });
    expect(preflight).toMatchObject({ agent: { id: 'missing', available: false } });
    const { agents } = ok(await scene.agent().call('tandem_scope', {})) as unknown as {
      agents: { id: string; available: boolean }[];
    };
    expect(agents.find(({ id }) => id === 'missing')).toMatchObject({ available: false });
    expect(agents.find(({ id }) => id === 'rig')).toMatchObject({ available: true });
  });
});

describe.concurrent('an agent that', () => {
  test('never looks at its tools cannot finish', async () => {
    const { task_id } = await start(scene, script(['message', 'I need no tools']), by('deaf'));
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'failed', code: 'no_finish' });
  });

  test('answers with an error has failed, with its words', async () => {
    const { task_id } = await start(scene, script(['error', 'the model is on holiday']));
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'failed', code: 'agent_crashed' });
  });

  test.each(['refusal', 'max_tokens', 'max_turn_requests'])(
    'stops with %s and no report has failed',
    async (reason) => {
      const { task_id } = await start(scene, script(['stop', reason], ['message', 'stopped']));
      const { run } = await settle(scene, task_id);
      expect(run).toMatchObject({ status: 'failed', code: 'no_finish', reason: expect.stringContaining(reason) });
    },
  );

  test('prints garbage, a line without end, and words on standard error', async () => {
    const { task_id } = await start(
      scene,
      script(['stderr', 'a last word'], ['garbage', '{"half":', 50], ['long_line', 9]),
    );
    const { run } = await settle(scene, task_id);
    expect(run.status).toBe('failed');
    expect(await logOf(scene, task_id)).toContain('no ACP');
  });

  // Whether it still reads nobody can see: in a jail bubblewrap and the launcher hold its input open beside it.
  test.for<[string, string, number]>([
    ['close_input', 'timed_out', 2],
    ['close_output', 'agent_crashed', 60],
  ])(
    'does %s in the middle of a turn, and lives on, ends with %s and is gone',
    async ([step, code, timeout_seconds], { expect }) => {
      const lives = () =>
        processesBelow(scene.daemon.pid).filter(({ command }) => command.endsWith(`--linger ${step}`));
      const { task_id } = await start(scene, script(['sleep', 500], [step], 'ignore_cancel', ['sleep', 60_000]), {
        ...by(idOf(step)),
        timeout_seconds,
      });
      await expect.poll(lives, { timeout: 20_000 }).not.toEqual([]);
      expect((await settle(scene, task_id)).run).toMatchObject({ status: 'failed', outcome: null, code });
      expect(lives()).toEqual([]);
    },
  );

  test('finishes, crashes: the report stands', async () => {
    const { task_id } = await start(scene, script(['finish', 'partial'], ['crash', 4]));
    expect((await settle(scene, task_id)).run).toMatchObject({
      status: 'completed',
      code: 'finished_then_crashed',
      outcome: 'partial',
    });
  });
});

describe('nothing lives of an agent that', () => {
  test('did not come up, or was ended; of one at rest nothing after the stop of all runs', async () => {
    // Only these may rest: their turns ended, with a report or without.
    const rests = /agent\.mjs( --deaf)?$/;
    const living = () => processesBelow(scene.daemon.pid).map(({ command }) => command);
    expect(living().filter((command) => command.includes('agent.mjs') && !rests.test(command))).toEqual([]);
    expect(living().some((command) => rests.test(command))).toBe(true);
    ok(await scene.desk().call('stop_runs', {}));
    await expect.poll(living, { timeout: 5000 }).toEqual([]);
    ok(await scene.desk().call('change_limits', { stopped: false }));
  });

  test.each([
    ['ends well', ['finish', 'success'], 'finished'],
    ['crashes', ['crash', 2], 'agent_crashed'],
    ['ignores its time', ['sleep', 60_000], 'timed_out'],
  ])('leaves grandchildren and %s', async (_name, last, code) => {
    const mark = 72_000 + code.length;
    const { task_id } = await start(scene, script(['grandchildren', 2, mark], 'ignore_cancel', last), {
      timeout_seconds: code === 'timed_out' ? 2 : 60,
    });
    expect((await settle(scene, task_id)).run.code).toBe(code);
    // A conversation's process may stay for its next turn; what it started stays in its jail, and goes with it.
    if (code === 'finished') ok(await scene.desk().call('stop_runs', {}));
    await expect.poll(() => processesWith(`sleep ${mark}`), { timeout: 5000 }).toEqual([]);
    if (code === 'finished') ok(await scene.desk().call('change_limits', { stopped: false }));
  });

  test('lives on when its input closes goes with the daemon', async () => {
    const { task_id } = await start(scene, script(['finish', 'success'], ['message', 'lingers']), by('linger'));
    await settle(scene, task_id);
    expect(processesBelow(scene.daemon.pid).some(({ command }) => command.includes('--linger'))).toBe(true);
    const { home } = scene.daemon;
    await scene.daemon.stop();
    expect(processesWith(home)).toEqual([]);
    await scene.restart();
  });

  test('cannot take its session up again: the continuation says so, and how to go on', async () => {
    const first = await start(scene, script(['finish', 'success'], ['message', 'forgets']), by('forgetful'));
    await settle(scene, first.task_id);
    await scene.daemon.stop();
    await scene.restart();
    const go = async (more: object) => {
      const answer = ok(
        await scene.agent().call('tandem_continue', {
          conversation_id: first.conversation_id,
          prompt: script(['history'], ['finish', 'success']),
          ...more,
        }),
      ) as unknown as { task_id: string };
      return settle(scene, answer.task_id);
    };
    const { run, next } = await go({});
    expect(run).toMatchObject({ status: 'failed', code: 'session_gone' });
    expect(next).toContain('continuation fresh and a handoff');
    const fresh = { continuation: 'fresh', handoff: 'You forgot.' };
    expect(await go(fresh)).toMatchObject({ run: { outcome: 'success' } });
  });
});

describe('a flood', () => {
  const memoryOf = (pid: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

  test.each([
    ['100 MB of messages', ['flood', 100, 500_000], null],
    ["calls of the worker's tools, no answer of which is read", ['flood_worker', 200_000, 8000], /(\d+) of 200000/],
  ])('of %s ends, the daemon keeps its memory and answers others meanwhile', async (_name, step, held) => {
    const { pid } = scene.daemon;
    const before = memoryOf(pid);
    const { task_id } = await start(scene, script(step, ['finish', 'success']));
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, memoryOf(pid));
    }, 50);
    let isOver = false;
    const settled = settle(scene, task_id).finally(() => {
      isOver = true;
    });
    const tookMs: number[] = [];
    while (!isOver) {
      const began = performance.now();
      const seen = await view(scene, task_id);
      ok(await scene.agent().call('get_workspace_state', {}));
      // An answer counts while the flood flows: neither before it began nor after it ended.
      if (seen.run.status === 'running' && !isOver) tookMs.push(performance.now() - began);
    }
    const { run } = await settled;
    clearInterval(timer);
    expect(run).toMatchObject({ status: 'completed', outcome: 'success' });
    expect(most - before).toBeLessThan(150_000_000);
    expect(tookMs.length).toBeGreaterThan(0);
    expect(Math.max(...tookMs)).toBeLessThan(5000);
    // It was held up: what nobody reads is not answered on and on.
    if (held) expect(Number(held.exec(await logOf(scene, task_id))?.[1])).toBeLessThan(4000);
    // The log can be read afterwards.
    const { steps } = ok(await scene.desk().call('read_run_log', { runId: task_id, from: 0, limit: 5 })) as {
      steps: unknown[];
    };
    expect(steps.length).toBeGreaterThan(0);
  });
});
