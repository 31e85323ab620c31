/** The driver against a real agent process: turns, settings, permissions, and everything an agent can do wrong. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identify } from '../process/identity.ts';
import { kinOf } from '../process/kin.ts';
import { DriverRig, script } from './driver-rig.ts';

let rig: DriverRig;
beforeEach(() => {
  rig = new DriverRig();
});
afterEach(() => rig.close());

describe('a turn', () => {
  it('ends with its text, its steps in order and its usage', async () => {
    const agent = await rig.agent();
    const turn = await agent.prompt(
      script('thought', ['message', 'Hello '], ['message', 'there'], 'plan', 'tool', ['usage', { cost: 0.25 }]),
    );
    expect(turn).toMatchObject({ kind: 'ended', stopReason: 'end_turn', text: 'Hello there' });
    expect(turn).toMatchObject({ usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.25 } });
    expect(rig.steps.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'thought: hm',
      'message: Hello there',
      'plan: 1 of 2 steps of its plan are done',
      'tool: look (pending)',
      'tool: look (in_progress)',
      'tool: look (completed)',
      'usage: the session has cost 0.25 US dollars',
    ]);
    expect(rig.steps.at(-2)?.detail).toMatchObject({ kind: 'read', input: '{"path":"a"}', output: 'seen' });
  });

  it('costs only what the session total grew by; what was not told is unknown', async () => {
    const agent = await rig.agent();
    await agent.prompt(script(['usage', { cost: 0.2 }]));
    expect(await agent.prompt(script(['usage', { cost: 0.3 }]))).toMatchObject({ usage: { costUsd: 0.3 } });
    const silent = await agent.prompt(script('message'));
    expect(silent).toMatchObject({ usage: { costUsd: null, inputTokens: null, outputTokens: null } });
  });

  it('answered with an error is over, and the agent goes on', async () => {
    const agent = await rig.agent();
    const turn = await agent.prompt(script(['error', 'no model']));
    expect(turn).toMatchObject({ kind: 'crashed', reason: expect.stringContaining('it answered an error') });
    expect(await agent.prompt(script('message'))).toMatchObject({ kind: 'ended', text: 'hello' });
  });
});

describe('settings', () => {
  it('are set by the options of their category and read back', async () => {
    const agent = await rig.agent({ model: 'large', thinking: 'high' });
    expect(agent.settings).toEqual({ actual: { model: 'scripted/large', thinking: 'high' }, unsupported: [] });
    expect(await agent.prompt(script('settings'))).toMatchObject({ text: expect.stringContaining('scripted/large') });
  });

  it('that the agent cannot honour are named with a reason', async () => {
    const agent = await rig.agent({ model: 'gpt-9', thinking: 'xhigh' });
    expect(agent.settings).toEqual({
      actual: { model: 'scripted/small', thinking: 'low' },
      unsupported: [
        'model gpt-9: it offers scripted/small, scripted/large',
        'thinking xhigh: it offers low, medium, high',
      ],
    });
    const plain = await rig.agent({ flags: ['--deaf', '--no-options'], model: 'large', thinking: 'high' });
    expect(plain.settings).toEqual({
      actual: { model: null, thinking: null },
      unsupported: ['model large: the agent offers no choice', 'thinking high: the agent offers no choice'],
    });
  });
});

const kinds = ['read', 'search', 'think', 'edit', 'delete', 'move', 'execute', 'fetch', 'switch_mode', 'other'];

describe('permission', () => {
  it.each([
    ['think', []],
    ['analyze', ['read', 'search', 'think']],
    ['work', ['read', 'search', 'think', 'edit', 'delete', 'move', 'execute']],
  ] as const)('in mode %s is given to %j, once at a time', async (mode, allowed) => {
    const agent = await rig.agent({ mode });
    const turn = await agent.prompt(script(...kinds.map((kind) => ['permission', kind])));
    const said = turn.kind === 'ended' ? turn.text.trim().split('\n') : [];
    const answer = (kind: string) => ((allowed as readonly string[]).includes(kind) ? 'allow_once' : 'reject_once');
    expect(said).toEqual(kinds.map((kind) => `permission ${kind}: ${answer(kind)}`));
    expect(rig.texts('permission')).toHaveLength(kinds.length);
  });

  it('of an unknown kind is denied, of a tool of the run given; a title alone fools nobody', async () => {
    const agent = await rig.agent({ mode: 'think' });
    const turn = await agent.prompt(
      script(
        ['permission', 'teleport'],
        ['permission', 'other', 'mcp__tandem__tandem_finish'],
        ['permission', 'other', 'mcp__tandem_ask'],
        ['permission', 'execute', 'tandem_finish'],
        ['permission', 'read', 'tandem_ask'],
        ['permission', 'other', 'tandem_finish; rm -rf'],
      ),
    );
    const answers =
      turn.kind === 'ended'
        ? turn.text
            .trim()
            .split('\n')
            .map((line) => line.split(': ')[1])
        : [];
    const [no, yes] = ['reject_once', 'allow_once'];
    expect(answers).toEqual([no, yes, yes, no, no, no]);
  });

  it('is asked of a person when told so, who may allow what the mode denies', async () => {
    const asked: string[] = [];
    const agent = await rig.agent({
      mode: 'think',
      ask: async ({ kind, title }) => {
        asked.push(`${kind} ${title}`);
        return kind === 'fetch' ? 'allow' : 'deny';
      },
    });
    const turn = await agent.prompt(script(['permission', 'fetch', 'a page'], ['permission', 'edit', 'a file']));
    expect(turn).toMatchObject({ text: 'permission fetch: allow_once\npermission edit: reject_once\n' });
    expect(asked).toEqual(['fetch a page', 'edit a file']);
  });

  it('that nobody answers is denied at its deadline, or when nobody can be asked', async () => {
    let aborted = false;
    const late = await rig.agent({
      ask: (_, signal) =>
        new Promise(() =>
          signal.addEventListener('abort', () => {
            aborted = true;
          }),
        ),
      deadlines: { permissionMs: 200 },
    });
    expect(await late.prompt(script('permission'))).toMatchObject({ text: 'permission edit: reject_once\n' });
    expect(aborted).toBe(true);
    const failing = await rig.agent({ ask: () => Promise.reject(new Error('no inbox')) });
    expect(await failing.prompt(script('permission'))).toMatchObject({ text: 'permission edit: reject_once\n' });
  });

  it('that waits at a cancel is answered cancelled', async () => {
    const agent = await rig.agent({ ask: () => new Promise(() => {}) });
    const turn = agent.prompt(script(['permission', 'edit'], ['message', 'never']));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await agent.cancel(5000);
    expect(await turn).toMatchObject({ kind: 'ended', stopReason: 'cancelled', text: 'permission edit: cancelled\n' });
  });
});

describe('cancel', () => {
  it('ends the turn and keeps the agent', async () => {
    const agent = await rig.agent();
    const turn = agent.prompt(script(['sleep', 60_000], ['message', 'late']));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = performance.now();
    await agent.cancel(5000);
    expect(performance.now() - began).toBeLessThan(3000);
    expect(await turn).toMatchObject({ kind: 'ended', stopReason: 'cancelled' });
    expect(await agent.prompt(script('message'))).toMatchObject({ kind: 'ended' });
    await agent.cancel(100); // no turn: nothing happens
  });

  it('kills an agent that ignores it', async () => {
    const agent = await rig.agent();
    const turn = agent.prompt(script('ignore_cancel', ['sleep', 60_000]));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await agent.cancel(300);
    expect(await turn).toMatchObject({ kind: 'crashed', reason: expect.stringContaining('SIGKILL') });
    await agent.exited;
    expect(await agent.prompt(script('message'))).toMatchObject({ kind: 'crashed' });
  });
});

describe('an agent that fails', () => {
  it('in a turn: how it ended and its last words', async () => {
    const agent = await rig.agent();
    const turn = await agent.prompt(script(['message', 'so far'], ['stderr', 'out of tokens'], ['crash', 7]));
    expect(turn).toEqual({ kind: 'crashed', reason: 'its process ended with exit code 7', stderr: 'out of tokens' });
    expect(rig.texts('message')).toEqual(['so far']);
    expect(rig.texts('stderr')).toEqual(['out of tokens']);
    const killed = await (await rig.agent()).prompt(script('die'));
    expect(killed).toMatchObject({ kind: 'crashed', reason: 'its process was ended by SIGKILL' });
  });

  it('at its start is refused with a code, its last words and a way on', async () => {
    const dead = await rig.connect({ flags: ['--die', '3'] });
    expect(dead).toMatchObject({
      refusal: {
        code: 'agent_failed',
        message: expect.stringMatching(/exit code 3.*cannot find my configuration/),
        data: { stderr: 'cannot find my configuration' },
      },
    });
    const silent = await rig.connect({ flags: ['--silent'], deadlines: { initMs: 300 } });
    expect(silent).toMatchObject({
      refusal: { code: 'agent_failed', message: expect.stringContaining('initialize within 0.3 s') },
    });
    const talker = await rig.connect({ flags: ['--garbage'], deadlines: { initMs: 4000 } });
    expect(talker).toMatchObject({ refusal: { code: 'agent_garbage' } });
    expect(rig.texts('note')[0]).toContain('Welcome!');
    const login = await rig.connect({ flags: ['--signed-out'] });
    expect(login).toMatchObject({ refusal: { code: 'agent_failed', message: expect.stringContaining('signed in') } });
    for (const { refusal } of [dead, silent, talker, login].filter((each) => !each.ok))
      expect(refusal.next).toBeTruthy();
    expect(kinOf({ pid: rig.group?.identity.pid ?? 0 }).rows).toEqual([]);
  });

  it('is given up when the start is cancelled', async () => {
    const stop = new AbortController();
    const connecting = rig.connect({ flags: ['--silent'], signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    expect(await connecting).toMatchObject({ refusal: { code: 'cancelled' } });
  });

  it('to look at its tools is prompted all the same, with a note', async () => {
    const agent = await rig.agent({ listed: new Promise(() => {}), deadlines: { toolsMs: 100 } });
    expect(rig.texts('note')).toEqual(['the agent has not listed the tools of the run within 0.1 s']);
    expect(await agent.prompt(script('message'))).toMatchObject({ kind: 'ended' });
  });
});

describe('too much', () => {
  it('garbage and endless lines in a turn are notes', async () => {
    const agent = await rig.agent();
    const turn = await agent.prompt(script(['garbage', 'oops', 500], ['long_line', 9], ['message', 'still here']));
    expect(turn).toMatchObject({ kind: 'ended', text: 'still here' });
    const notes = rig.texts('note');
    expect(notes[0]).toBe('the agent printed a line that is no ACP: oops');
    expect(notes.length).toBeLessThanOrEqual(20);
    rig.steps.length = 0;
    const other = await rig.agent();
    await other.prompt(script(['long_line', 9]));
    expect(rig.texts('note')).toEqual(['the agent printed a line that is no ACP: a line of 9437184 bytes']);
  });

  it.each([
    ['one megabyte', 100, 1_000_000],
    ['200 bytes', 10, 200],
  ])('messages of %s are merged and cut', { timeout: 60_000 }, async (_, megabytes, chunk) => {
    const agent = await rig.agent();
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    const turn = await agent.prompt(script(['flood', megabytes, chunk], ['message', 'end']));
    clearInterval(sampler);
    expect(turn).toMatchObject({ kind: 'ended', stopReason: 'end_turn' });
    const kept = rig.steps.reduce((sum, { text }) => sum + text.length, 0);
    expect(kept).toBeLessThan(80_000);
    expect(rig.texts('message').at(-1)).toMatch(/and \d+ more characters/);
    // Measured: 27 MB and 11 MB more.
    expect(peak - before).toBeLessThan(100e6);
  });
});

describe('a session', () => {
  it('is taken up again by a new process', async () => {
    const first = await rig.agent();
    await first.prompt(script(['usage', { cost: 1 }]));
    await first.close();
    await first.close();
    expect(first.sessionCostUsd).toBe(1);
    const second = await rig.agent({ resume: first.sessionId });
    expect(second.sessionId).toBe(first.sessionId);
    const turn = await second.prompt(script('history', ['usage', { cost: 0.5 }]));
    // The total went on at a height that this process never saw: unknown, not 1.5 and not 0.5.
    expect(turn).toMatchObject({ text: 'history: 1\n', usage: { costUsd: null } });
    expect(await second.prompt(script(['usage', { cost: 0.5 }]))).toMatchObject({ usage: { costUsd: 0.5 } });
    await second.close();
    const third = await rig.agent({ resume: first.sessionId, resumedCostUsd: second.sessionCostUsd ?? -1 });
    expect(await third.prompt(script(['usage', { cost: 0.25 }]))).toMatchObject({ usage: { costUsd: 0.25 } });
    await third.close();
    const fourth = await rig.agent({ resume: first.sessionId, resumedCostUsd: 10 });
    // Less than it had cost: it began again somewhere.
    expect(await fourth.prompt(script(['usage', { cost: 0.25 }]))).toMatchObject({ usage: { costUsd: null } });
  });

  it('that is gone, or that cannot be taken up, is said so', async () => {
    expect(await rig.connect({ resume: 'nothing' })).toMatchObject({ refusal: { code: 'session_gone' } });
    const flags = ['--deaf', '--no-resume'];
    expect(await rig.connect({ flags, resume: 'nothing' })).toMatchObject({ refusal: { code: 'session_gone' } });
  });

  it.each([[['--deaf']], [['--deaf', '--linger']]])(
    'started with %j leaves nothing behind when closed',
    async (flags) => {
      const agent = await rig.agent({ flags });
      const turn = await agent.prompt(script(['grandchildren', 2]));
      const pids = turn.kind === 'ended' ? (turn.text.match(/\d+/g) ?? []).map(Number) : [];
      expect(pids).toHaveLength(2);
      await agent.close();
      await agent.exited;
      for (const pid of pids) expect(identify(pid)).toBe(null);
    },
  );
});
