/** The runner with a real agent in a real jail, where this machine has one. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Lease } from '../core/run/run.ts';
import { probeJail } from './jail/probe.ts';
import { identify } from './process/identity.ts';
import { granted, RunnerRig, said, scripted } from './runner-rig.ts';

const probe = await probeJail();
const jailed = probe.works;
if (!probe.works) console.log(`runner.test.ts: what needs a jail is skipped: ${probe.reasons.join(' ')}`);

let rig: RunnerRig;
beforeEach(() => {
  rig = new RunnerRig();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rig.close();
});

describe.runIf(jailed)('in a jail', { timeout: 60_000 }, () => {
  it('an agent is launched, lists the tools of the run, calls them and says what held', async () => {
    const runner = await rig.runner();
    const agent = await rig.agent(runner);
    expect(agent.held).toEqual({
      jail: 'bubblewrap',
      network: 'relay',
      project: 'hidden',
      notes: [expect.any(String), expect.stringMatching(/^besides, the jail shows read-only: /)],
    });
    expect(rig.leases).toEqual([agent.lease]);
    const text = await said(agent, 'tools', ['finish', 'success'], ['message', 'and a word after']);
    expect(text).toContain('tandem_ask tandem_publish_artifact');
    expect(text).toContain('tandem_finish taken');
    expect(rig.calls).toEqual([{ name: 'tandem_finish', args: expect.objectContaining({ outcome: 'success' }) }]);
    expect(rig.steps.map(({ text: each }) => each).join('')).toContain('and a word after');
    expect(await runner.agents([scripted()])).toEqual([
      {
        ...{ id: 'scripted', available: true, version: '1.2.3', reason: null, modes: ['think', 'analyze', 'work'] },
        honours: { model: true, thinking: true, proxy: false },
        needsOpenNetwork: null,
        shell: { think: null, analyze: null, work: null },
      },
    ]);
  });

  it('makes no process that may not start, and ends one that may not stay', async () => {
    const runner = await rig.runner();
    const signal = new AbortController().signal;
    const no = await rig.launch(runner, {}, signal, { mayStart: async () => false });
    expect(no).toMatchObject({ ok: false, refusal: { code: 'grant_revoked' } });
    expect(rig.leases).toEqual([]);
    let pid = 0;
    const spawned = async (lease: Lease) => {
      pid = lease.pid;
      return false;
    };
    expect(await rig.launch(runner, {}, signal, { spawned })).toMatchObject({ refusal: { code: 'grant_revoked' } });
    expect(pid).toBeGreaterThan(0);
    expect(identify(pid)).toBeNull();
  });

  it('a sweep ends what an earlier daemon left, also what no lease leads to', async () => {
    const { lease, exited } = await rig.agent(await rig.runner());
    expect(identify(lease.pid)).not.toBeNull();
    await (await rig.runner()).sweep([], []);
    await exited;
    expect(identify(lease.pid)).toBeNull();
  });

  it('think sees no project, analyze cannot write it, and neither sees the state', async () => {
    const runner = await rig.runner();
    const hello = join(rig.project, 'hello.txt');
    const secret = join(rig.state, 'secret');
    const tries = [
      ['read', hello],
      ['write', join(rig.project, 'planted')],
      ['read', secret],
    ];
    const think = await said(await rig.agent(runner), ...tries);
    expect(think).toContain(`read ${hello}: failed ENOENT`);
    const analyze = await said(await rig.agent(runner, { mode: 'analyze', conversationId: 'c-2' }), ...tries);
    expect(analyze).toContain('hello from the project');
    expect(analyze).toContain('planted: failed EROFS');
    for (const text of [think, analyze]) expect(text).toContain(`read ${secret}: failed ENOENT`);
    expect(existsSync(join(rig.project, 'planted'))).toBe(false);
  });

  it('work changes its worktree only, and the result is collected, applied and dropped', async () => {
    const runner = await rig.runner();
    const { repository, base, path: cwd, branch, signal } = await rig.worktree(runner);
    const agent = await rig.agent(runner, { mode: 'work', cwd, repository });
    expect(agent.held).toMatchObject({ project: 'worktree' });
    const text = await said(
      agent,
      ['write', join(cwd, 'new.txt'), 'made\n'],
      ['write', join(rig.project, 'hello.txt'), 'spoilt'],
      ['exec', 'git log --oneline'],
      ['write', join(rig.project, '.git/hooks/pre-commit'), 'evil'],
    );
    expect(text).toContain('new.txt: ok');
    expect(text).toMatch(/exec git log --oneline: exit 0 \w+ first/);
    expect(text).toMatch(/pre-commit: failed/);
    await agent.close();
    // Beyond its mounts the jail is scratch space in memory: what it wrote there is nowhere.
    expect(readFileSync(join(rig.project, 'hello.txt'), 'utf8')).toBe('hello from the project\n');
    const place = { repository, worktree: cwd, base };
    const result = await runner.collect({ ...place, message: 'Work of a run', signal });
    if (!result.ok) throw new Error('no result');
    expect(result.value).toMatchObject({ files: ['new.txt'], diff: expect.stringContaining('+made') });
    const { commit } = result.value;
    expect(await runner.dropWorktree({ repository, path: cwd, branch })).toMatchObject({ removed: false });
    expect(await runner.apply({ repository, base, earlier: null, commit })).toEqual({
      ok: true,
      value: { how: 'fast_forward', already: false },
    });
    expect(readFileSync(join(rig.project, 'new.txt'), 'utf8')).toBe('made\n');
    expect(await runner.dropWorktree({ repository, path: cwd, branch })).toEqual({ removed: true, reason: null });
  });

  it('its environment is the allow-list, its home private and kept for the next process', async () => {
    process.env.SIDEKICKS_TEST_PASSES = 'yes';
    process.env.SIDEKICKS_TEST_SECRET = 'no';
    const runner = await rig.runner();
    const entry = scripted({ passEnv: ['SIDEKICKS_TEST_PASSES'], env: { GIVEN: '{home}' }, files: { 'a/b': '{cwd}' } });
    const first = await rig.agent(runner, { entry });
    const text = await said(first, 'env', ['value', 'GIVEN'], ['value', 'HOME'], ['exec', 'cat $HOME/a/b']);
    expect(text).toContain('SIDEKICKS_TEST_PASSES');
    expect(text).not.toContain('SIDEKICKS_TEST_SECRET');
    expect(text).toContain('GIVEN={home}');
    expect(text).toContain(`HOME=${join(rig.state, 'runs/homes/c-1')}`);
    expect(text).toContain(rig.project);
    await first.close();
    expect(identify(first.lease.pid)).toBe(null);
    const second = await rig.agent(runner, { entry, resume: first.sessionId });
    expect(await said(second, 'history')).toContain('history: 1');
    const other = await rig.launch(runner, { entry, resume: first.sessionId, conversationId: 'c-2' });
    expect(other).toMatchObject({ refusal: { code: 'session_gone' } });
  });

  it('reaches the model of its entry on its own port, and no other', async () => {
    const servers = [1, 2].map(() => createServer((_, answer) => answer.end('hi')).listen(0, '127.0.0.1'));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const [model = 0, daemon = 0] = servers.map((server) => (server.address() as AddressInfo).port);
    const runner = await rig.runner();
    const entry = scripted({ modelHosts: [`127.0.0.1:${model}`] });
    const fetchOf = (port: number) => [
      'exec',
      `${process.execPath} -e "fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log)"`,
    ];
    const text = await said(await rig.agent(runner, { entry }), fetchOf(model), ['connect', '127.0.0.1', daemon]);
    expect(text).toMatch(/exit 0 hi/);
    expect(text).toContain(`connect 127.0.0.1:${daemon}: failed ECONNREFUSED`);
    for (const server of servers) server.close();
  });

  it('no jail shows the sockets of other runs, wherever the folder of temporary files lies', async () => {
    const place = join(rig.project, 'tmp');
    mkdirSync(place);
    vi.stubEnv('TMPDIR', place);
    vi.stubEnv('XDG_RUNTIME_DIR', undefined);
    const runner = await rig.runner();
    vi.unstubAllEnvs();
    await rig.agent(runner);
    const [folder = ''] = readdirSync(place);
    expect(folder).toMatch(/^sk-/);
    const there = readdirSync(join(place, folder));
    expect(there.length).toBeGreaterThan(0);
    for (const mode of ['analyze', 'think'] as const) {
      const agent = await rig.agent(runner, { mode, conversationId: mode });
      const text = await said(agent, ['exec', `find ${rig.project}; find / -type s 2>/dev/null; echo looked`]);
      expect(text).toContain('looked');
      for (const name of there) expect(text, `${mode} sees a socket`).not.toContain(name);
    }
    await runner.close();
    expect(readdirSync(place)).toEqual([]);
  });

  it('a far host needs a grant for the open network when the agent heeds no proxy', async () => {
    const runner = await rig.runner();
    const entry = scripted({ modelHosts: ['api.example.org:443'] });
    expect(await rig.launch(runner, { entry })).toMatchObject({ refusal: { code: 'needs_open_network' } });
    const agent = await rig.agent(runner, { entry, openNetwork: true });
    expect(agent.held.network).toBe('open');
  });

  it.each([
    ['is cancelled', 400, {}, 'cancelled'],
    ['is late', 60_000, { prepareMs: 400 }, 'agent_failed'],
  ])('a preparation that hangs %s, and leaves no door', async (_name, cancelMs, deadlines, code) => {
    const runner = await rig.runner({ deadlines });
    // Hangs longer than anybody should wait: it is asked for its version first.
    writeFileSync(join(rig.place, 'bwrap'), '#!/bin/sh\nsleep 4\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${rig.place}:${process.env.PATH}`);
    vi.stubEnv('XDG_RUNTIME_DIR', rig.place);
    const doors = () => readdirSync(rig.place).filter((name) => name.startsWith('sk-'));
    const began = performance.now();
    const launched = await rig.launch(runner, {}, AbortSignal.timeout(cancelMs));
    expect(launched).toMatchObject({ refusal: { code, next: expect.any(String) } });
    expect(performance.now() - began).toBeLessThan(2000);
    expect(rig.leases).toEqual([]);
    await expect.poll(doors, { timeout: 10_000, interval: 300 }).toEqual([]);
  });

  it('everything that it started is gone with it, also when the runner closes', async () => {
    const runner = await rig.runner();
    const agent = await rig.agent(runner, { entry: scripted({}, '--linger') });
    await said(agent, ['grandchildren', 2]);
    const began = performance.now();
    await runner.close();
    expect(performance.now() - began).toBeLessThan(2000);
    await agent.exited;
    expect(identify(agent.lease.pid)).toBe(null);
    expect(await agent.prompt('more')).toMatchObject({ kind: 'crashed' });
    expect(await rig.launch(runner)).toMatchObject({ refusal: { code: 'cancelled' } });
  });

  it('observes a check in exact bytes, with its prepare command', async () => {
    const runner = await rig.runner();
    const input = {
      repository: rig.project,
      commit: rig.git('rev-parse', 'HEAD'),
      caches: [],
      folder: '',
      unsandboxed: false,
    };
    const rest = { timeoutSeconds: 20, signal: new AbortController().signal, ...granted };
    writeFileSync(join(rig.project, 'hello.txt'), 'changed since');
    const passed = await runner.runCheck({
      ...input,
      ...rest,
      command: 'cat hello.txt ready',
      prepare: 'echo r > ready',
    });
    expect(passed).toMatchObject({ value: { status: 'passed', exitCode: 0, output: 'hello from the project\nr\n' } });
    expect(passed).toMatchObject({ value: { tree: rig.git('rev-parse', 'HEAD^{tree}') } });
    const other = await runner.runCheck({ ...input, ...rest, command: 'true', prepare: 'echo else > hello.txt' });
    expect(other).toMatchObject({
      value: { status: 'passed', tree: expect.not.stringContaining(rig.git('rev-parse', 'HEAD^{tree}')) },
    });
    // A FIFO that git would open and wait for: whoever prepares a tree can leave one.
    const fifos = 'rm -f .gitattributes .gitignore hello.txt && mkfifo .gitattributes .gitignore hello.txt';
    const began = performance.now();
    const waiting = await runner.runCheck({ ...input, ...rest, command: 'true', prepare: fifos });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(waiting).toMatchObject({ value: { status: 'passed', tree: expect.any(String) } });
    const failed = await runner.runCheck({ ...input, ...rest, command: 'true', prepare: 'echo no; exit 3' });
    expect(failed).toMatchObject({ value: { status: 'failed', exitCode: 3, output: 'prepare command: no\n' } });
  });
});
