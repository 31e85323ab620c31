import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taken } from '../git/git-rig.ts';
import type { Worktree } from '../git/worktree-of.ts';
import { dropExport, exportTree } from '../git/worktrees.ts';
import { makeWorld, type World } from '../jail/jail-rig.ts';
import { type CheckRequest, runCheck } from './check.ts';
import { identify } from './identity.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('check.test.ts: skipped, bubblewrap is a Linux tool');

describe.runIf(isLinux)('runCheck', () => {
  let world: World;
  let tree: Worktree;
  beforeEach(async () => {
    world = await makeWorld();
    const { repo, state } = world;
    tree = taken(await exportTree({ repo: repo.checkout, commit: 'HEAD', into: join(state, 'checks/one') }));
  });
  afterEach(async () => {
    await dropExport(tree);
    await world.close();
  });

  const check = async (command: string, changed: Partial<CheckRequest> = {}) => {
    const { repo, home, state } = world;
    const walls = {
      kind: 'jail',
      project: repo.checkout,
      home,
      readOnly: [],
      caches: [],
      hidden: [state],
      env: {},
    } as const;
    return taken(await runCheck({ command, worktree: tree, walls, timeoutSeconds: 20, ...changed }));
  };

  it('observes what passed and what failed, with both outputs in order', async () => {
    expect(await check('echo one; echo two >&2; echo "three $0"; grep -c two a.txt')).toMatchObject({
      status: 'passed',
      exitCode: 0,
      output: 'one\ntwo\nthree /bin/sh\n1\n',
      cut: false,
      environment: {
        platform: 'linux',
        arch: process.arch,
        node: process.version,
        jail: expect.stringMatching(/^bubblewrap \d/),
      },
    });
    expect(await check('echo no; exit 3')).toMatchObject({ status: 'failed', exitCode: 3, output: 'no\n' });
    expect(await check('kill -9 $$')).toMatchObject({ status: 'failed' });
  });

  it('writes in its own copy, reaches no port, sees neither state nor checkout, and has git', async () => {
    const { repo, daemon, token } = world;
    const script = `require('node:net').connect(${daemon.port}, '127.0.0.1').on('connect', () => console.log('reached')).on('error', (e) => console.log(e.code))`;
    const command = `echo x >> a.txt; git status --porcelain; cat ${token} ${repo.checkout}/a.txt 2>/dev/null; '${process.execPath}' -e "${script}"`;
    expect((await check(command)).output).toBe(' M a.txt\nECONNREFUSED\n');
    expect(readFileSync(join(repo.checkout, 'a.txt'), 'utf8')).not.toContain('x');
  });

  it('ends at its time limit with everything it started', async () => {
    const late = await check('sleep 300 & setsid sleep 300 & echo started; sleep 300', { timeoutSeconds: 1 });
    expect(late).toMatchObject({ status: 'timed_out', exitCode: null, output: 'started\n' });
    expect(late.durationMs).toBeLessThan(5000);
  });

  it('ends the grandchildren it left, jailed or not, and still has what they wrote', async () => {
    const left = 'sleep 300 & echo $!; exit 0';
    const jailed = await check(left);
    expect(jailed).toMatchObject({ status: 'passed' });
    expect(jailed.durationMs).toBeLessThan(5000);
    const bare = await check(left, { walls: { kind: 'unsandboxed', env: { PATH: '/usr/bin:/bin' } } });
    expect(bare).toMatchObject({ status: 'passed', environment: { jail: 'unsandboxed' } });
    expect(identify(Number(bare.output))).toBeNull();
  });

  it('keeps head and tail of a flood of 100 MB, in bounded memory', async () => {
    const before = process.memoryUsage.rss();
    const flood = await check(
      'echo first; yes "a line of thirty-two characters " | head -c 104857600; echo; echo last',
      { timeoutSeconds: 60 },
    );
    expect(flood).toMatchObject({ status: 'passed', cut: true, outputBytes: 6 + 104_857_600 + 1 + 5 });
    expect(flood.output.length).toBeLessThan(4 * 1024 * 1024 + 100);
    expect(flood.output.startsWith('first\n')).toBe(true);
    expect(flood.output.endsWith('\nlast\n')).toBe(true);
    expect(flood.output).toMatch(/\[\.\.\. \d+ bytes cut \.\.\.\]/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
  }, 90_000);

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const running = check('echo up > started; sleep 300', { signal: stop.signal });
    while (!existsSync(join(tree.path, 'started'))) await sleep(20);
    const began = Date.now();
    stop.abort(new Error('revoked'));
    await expect(running).rejects.toThrow('revoked');
    expect(Date.now() - began).toBeLessThan(2000);
  });

  it('refuses without its parts', async () => {
    const { repo, home } = world;
    const walls = {
      kind: 'jail',
      project: repo.checkout,
      home,
      readOnly: ['/no/such'],
      caches: [],
      hidden: [],
      env: {},
    } as const;
    const refused = await runCheck({ command: 'true', worktree: tree, walls, timeoutSeconds: 5 });
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'jail_path_missing' } });
    mkdirSync(join(tree.path, 'x'));
  });
});
