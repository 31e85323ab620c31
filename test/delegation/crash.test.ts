/**
 * Kills: of the agent, of the daemon at random moments, of both. What was acknowledged is there afterwards, every run has
 * an end or its place in the queue, nothing lives on, and `sidekicks verify` holds.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { type Living, processesBelow, processesWith } from './processes.ts';
import { addAgent, grant, logOf, openScene, result, type Scene, script, settle, start, view } from './scene.ts';
import { withoutJail } from './without-jail.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
});
afterAll(() => scene?.close());

const isRunning = ({ run }: { run: { status: string } }) => run.status === 'running';
const ended = ['completed', 'failed', 'cancelled', 'interrupted'];

function verify(home: string): string {
  return execFileSync(process.execPath, [program, 'verify', '--home', home], { encoding: 'utf8' });
}

/** One that goes with another is gone already. */
function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** By number and command line: a number alone may be another's by now. */
function stillThere(before: readonly Living[]): Living[] {
  const now = before.flatMap(({ pid, command }) => processesWith(command).filter((one) => one.pid === pid));
  return now.filter(({ command }) => command !== '');
}

describe('an agent that is killed', () => {
  test.each(['inside', 'its jail'])('%s: the run has failed and nothing of it lives', async (which) => {
    const { task_id } = await start(scene, script(['grandchildren', 2], ['sleep', 60_000], ['message', which]));
    await settle(scene, task_id, isRunning);
    await expect.poll(async () => await logOf(scene, task_id)).toContain('grandchildren');
    const living = processesBelow(scene.daemon.pid);
    const agent = living.findLast(({ command }) => command.includes('agent.mjs') && !command.includes('bwrap'));
    const { lease } = (await view(scene, task_id)).run;
    process.kill(which === 'inside' ? (agent?.pid ?? 0) : (lease?.pid ?? 0), 'SIGKILL');
    expect((await settle(scene, task_id)).run).toMatchObject({
      status: 'failed',
      code: 'agent_crashed',
      outcome: null,
    });
    expect(processesBelow(scene.daemon.pid)).toEqual([]);
    expect((await view(scene, task_id)).run.lease).toBeNull();
  });
});

describe('a daemon that is killed', () => {
  interface Acknowledged {
    /** With what a caller was told of their ends. */
    readonly runs: Map<string, object>;
    readonly artifacts: Map<string, string>;
    readonly answers: Map<string, string>;
  }

  interface Told {
    readonly run: { readonly status: string; readonly outcome: string | null };
    readonly questions: readonly { readonly question_id: string; readonly status: string }[];
    readonly artifacts: readonly { readonly artifact_id: string }[];
  }

  /** A caller that does what callers do until the daemon is gone; it notes what it was told. */
  async function caller(mark: string, known: Acknowledged): Promise<void> {
    const agent = scene.agent();
    for (let turn = 0; ; turn += 1) {
      const text = `${mark} ${turn}`;
      const steps = [
        ['publish', `note ${mark}`, text],
        ['ask', `Go on ${text}?`],
        ['sleep', 50],
      ];
      const { task_id } = await start(scene, script(...steps, ['finish', 'success', { answer: text }]));
      known.runs.set(task_id, {});
      const kept = ok(
        await agent.call('tandem_publish_artifact', { name: `mine ${mark}`, content: `mine ${text}` }),
      ) as unknown as { artifact_id: string };
      known.artifacts.set(kept.artifact_id, `mine ${text}`);
      while (!(await follow(task_id, text, known)));
    }
  }

  /** True when the run is over. */
  async function follow(taskId: string, text: string, known: Acknowledged): Promise<boolean> {
    const told = (await result(scene, taskId, 2)) as unknown as Told;
    for (const { artifact_id } of told.artifacts) known.artifacts.set(artifact_id, text);
    const { status, outcome } = told.run;
    if (ended.includes(status)) known.runs.set(taskId, { status, outcome });
    for (const { question_id } of told.questions.filter((one) => one.status === 'open')) {
      const said = await scene.agent().call('tandem_reply', { question_id, answer: `yes ${text}` });
      if (said.ok) known.answers.set(question_id, `yes ${text}`);
    }
    return ended.includes(status);
  }

  function hasCompleted({ runs }: Acknowledged): boolean {
    return [...runs.values()].some((run) => (run as Partial<Told['run']>).status === 'completed');
  }

  async function checkRun(id: string, before: object, answers: ReadonlyMap<string, string>): Promise<void> {
    const { run, questions } = await view(scene, id);
    expect(run).toMatchObject(before);
    for (const { id: question, answer } of questions.filter((one) => answers.has(one.id)))
      expect(answer).toBe(answers.get(question));
    if (run.status !== 'completed') return;
    const { answer, summary } = await result(scene, id);
    expect([answer, summary]).toEqual([expect.stringMatching(/\S/), 'as scripted']);
  }

  async function checkAcknowledged({ runs, artifacts, answers }: Acknowledged): Promise<void> {
    for (const [id, before] of runs) await checkRun(id, before, answers);
    for (const [artifact_id, content] of artifacts)
      expect(ok(await scene.agent().call('tandem_read_artifact', { artifact_id }))).toMatchObject({ content });
  }

  test('at random moments, in several rounds', async () => {
    const known: Acknowledged = { runs: new Map(), artifacts: new Map(), answers: new Map() };
    for (let round = 0; round < 4; round += 1) {
      const callers = ['a', 'b', 'c'].map((mark) => caller(`${mark}${round}`, known).catch(() => undefined));
      // However slow the machine: something was completed before the first kill.
      if (round === 0) await expect.poll(() => hasCompleted(known), { timeout: 60_000, interval: 100 }).toBe(true);
      await sleep(800 + Math.random() * 3000);
      const before = processesBelow(scene.daemon.pid);
      await scene.daemon.kill();
      await Promise.all(callers);
      expect(verify(scene.daemon.home)).toMatch(/All of it holds/);
      await scene.restart();
      expect(stillThere(before)).toEqual([]);
      // What was in the queue runs now; what was on is interrupted; nothing is left hanging.
      for (const id of known.runs.keys()) {
        const { run } = await settle(scene, id, ({ questions }) => questions.some(({ status }) => status === 'open'));
        if (!ended.includes(run.status)) ok(await scene.agent().call('tandem_cancel', { task_id: id }));
        await settle(scene, id);
      }
      await checkAcknowledged(known);
    }
    const ends = await Promise.all([...known.runs.keys()].map(async (id) => (await result(scene, id)).run.status));
    expect(ends).toContain('interrupted');
    expect(ends).toContain('completed');
    expect(known.artifacts.size).toBeGreaterThan(4);
    expect(known.answers.size).toBeGreaterThan(0);
  });

  test('ten seconds in the run, and the agent with it: interrupted, never started again, continued on request', async () => {
    const first = await start(scene, script(['history'], ['finish', 'success'], ['message', 'ten']));
    await settle(scene, first.task_id);
    const next = async (...steps: readonly unknown[]) =>
      ok(
        await scene
          .agent()
          .call('tandem_continue', { conversation_id: first.conversation_id, prompt: script(...steps) }),
      ) as unknown as { task_id: string };
    const long = await next(['publish', 'half', 'half done'], ['grandchildren', 2, 71_002], 'ignore_cancel', [
      'sleep',
      90_000,
    ]);
    const asking = await start(scene, script(['ask', 'Shall I?'], ['finish', 'success']));
    await settle(scene, long.task_id, isRunning);
    await sleep(10_000);
    const before = processesBelow(scene.daemon.pid);
    expect(before.filter(({ command }) => command.includes('71002'))).toHaveLength(2);
    for (const { pid, command } of before) if (command.includes('agent.mjs')) killAtOnce(pid);
    await scene.daemon.kill();
    expect(verify(scene.daemon.home)).toMatch(/All of it holds/);
    await scene.restart();
    expect(stillThere(before)).toEqual([]);
    for (const { task_id } of [long, asking]) {
      expect((await result(scene, task_id)).run.status).toMatch(/interrupted|failed/);
      const { run, questions } = await view(scene, task_id);
      expect(run).toMatchObject({ lease: null, outcome: null });
      expect(questions.filter(({ status }) => status === 'open')).toEqual([]);
    }
    const [half] = (await view(scene, long.task_id)).artifacts;
    expect(half).toMatchObject({ name: 'half', provisional: true });
    const after = await next(['history'], ['finish', 'success']);
    expect((await settle(scene, after.task_id)).run.outcome).toBe('success');
    expect(await logOf(scene, after.task_id)).toContain('history: 1');
  });
});

/** A prepare command goes without walls by a grant of its own that says so, and not by that of the check. */
async function expectBothNamed(bare: Scene): Promise<void> {
  const prepare = 'sleep 1';
  const digests = { check: sha256('true'), prepare: sha256(prepare) };
  ok(await bare.desk().call('change_root', { rootId: bare.rootId, prepare }));
  const checks = [{ id: 'k', criterion: 'holds', command: 'true', phase: 'targeted' }];
  const contract = { goal: script(['write', 'x.txt'], ['finish', 'partial']), verification: { checks } };
  const { task_id: runId } = ok(
    await bare.agent().call('tandem_start', { cwd: bare.project, mode: 'work', contract } as never),
  ) as unknown as { task_id: string };
  await settle(bare, runId);
  const last = async () => (await view(bare, runId)).checks.at(-1);
  const observed = async (meanwhile = async () => {}) => {
    ok(await bare.desk().call('observe_checks', { runId }));
    await meanwhile();
    await expect.poll(async () => (await view(bare, runId)).observing, { timeout: 20_000 }).toEqual([]);
    return (await last())?.status;
  };
  await grant(bare, { runId, commandDigests: [digests.prepare] });
  const wide = await grant(bare, { runId, commandDigests: [digests.check], unsandboxed: true });
  expect(await observed()).toBe('not_run');
  await grant(bare, { runId, commandDigests: [digests.prepare], unsandboxed: true });
  expect(await observed()).toBe('passed');
  // What is left once the wide one goes names the command, and not that it may run without walls.
  await grant(bare, { runId, commandDigests: [digests.check] });
  const narrowed = async () => {
    await expect.poll(last, { timeout: 20_000, interval: 20 }).toMatchObject({ lease: { pid: expect.any(Number) } });
    ok(await bare.desk().call('revoke_grant', { grantId: wide }));
  };
  expect(await observed(narrowed)).toBe('not_run');
  expect((await last())?.reason).toContain('unsandboxed');
}

describe('where no jail works', () => {
  test('an agent that is held by its tools runs without such a grant, and its run and log say unsandboxed', async () => {
    await withoutJail(async (bare) => {
      await addAgent(bare, 'held', ['--linger'], { base: 'opencode' });
      await grant(bare, { agentIds: ['rig', 'held'] });
      for (const mode of ['think', 'analyze']) {
        const more = { mode, execution: { model: 'held' } };
        const { task_id, conversation_id } = await start(bare, script(['finish', 'success'], ['message', mode]), more);
        expect((await settle(bare, task_id)).run.outcome).toBe('success');
        const prompt = script(['finish', 'success'], ['message', 'the kept process']);
        const again = ok(await bare.agent().call('tandem_continue', { conversation_id, prompt })) as object;
        const { task_id: second } = again as { task_id: string };
        expect((await settle(bare, second)).run.outcome).toBe('success');
        for (const id of [task_id, second]) {
          const { held } = (await view(bare, id)).run;
          expect(held).toMatchObject({ jail: 'unsandboxed', network: 'open', project: 'unprotected' });
          expect(await logOf(bare, id)).toMatch(/note: unsandboxed: /);
        }
      }
      for (const wish of [{ mode: 'work', execution: { model: 'held' } }, { mode: 'think' }]) {
        const { task_id } = await start(bare, script(['finish', 'success'], ['message', wish.mode]), wish);
        expect((await settle(bare, task_id)).run).toMatchObject({ status: 'failed', code: 'no_jail' });
      }
    });
  });

  test('work needs a grant that names unsandboxed; what a dead daemon left is ended by the next', async () => {
    await withoutJail(async (bare) => {
      await grant(bare);
      const jailed = await start(bare, script(['finish', 'success']), { mode: 'work' });
      expect((await settle(bare, jailed.task_id)).run).toMatchObject({ status: 'failed', code: 'no_jail' });
      await grant(bare, { unsandboxed: true, until: '2098-01-01T00:00:00Z' });
      await expectBothNamed(bare);
      const kept = await start(bare, script(['finish', 'success'], ['message', 'kept']));
      expect((await settle(bare, kept.task_id)).run.outcome).toBe('success');
      expect((await view(bare, kept.task_id)).run.held).toMatchObject({ jail: 'unsandboxed' });
      const on = await start(bare, script('ignore_cancel', ['sleep', 90_000]));
      await settle(bare, on.task_id, isRunning);
      const before = processesBelow(bare.daemon.pid).filter(({ command }) => command.includes('agent.mjs'));
      expect(before).toHaveLength(2);
      await bare.daemon.kill();
      await bare.restart();
      expect(stillThere(before)).toEqual([]);
      expect((await view(bare, on.task_id)).run).toMatchObject({ status: 'interrupted', lease: null });
      expect((await view(bare, kept.task_id)).run).toMatchObject({ status: 'completed', lease: null });
    });
  });
});
