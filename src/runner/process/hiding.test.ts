/** What hides from a look at the process table is ended all the same: with its jail, and without one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taken } from '../git/git-rig.ts';
import { jailArgv } from '../jail/argv.ts';
import { jailed, makeWorld, type World } from '../jail/jail-rig.ts';
import { probeJail } from '../jail/probe.ts';
import { type Group, spawnGroup } from './group.ts';
import { canLoseItsLeader, forkChain, goesOn, threadsNamed, writeLeaderless } from './hiding-rig.ts';
import { identify, isAlive } from './identity.ts';
import { kinOf } from './kin.ts';
import { boundedLines } from './lines.ts';

const probe = await probeJail();
if (!probe.works) console.log(`hiding.test.ts: what needs a jail is skipped: ${probe.reasons.join(' ')}`);
if (!canLoseItsLeader) console.log('hiding.test.ts: a process without its leader is made on x86-64 Linux only');

const env = { PATH: process.env.PATH ?? '' };
let folder: string;
/** As the process table shows it: at most 15 characters. */
let name: string;
let group: Group | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidekicks-hiding-'));
  name = `hides-${folder.slice(-6)}`;
});
afterEach(async () => {
  await group?.close(0);
  rmSync(folder, { recursive: true, force: true });
});

async function start(argv: readonly string[], given: Readonly<Record<string, string>> = env): Promise<Group> {
  group = taken(await spawnGroup(argv, { cwd: '/', env: given, stdio: 'listen' }));
  return group;
}

describe('without a jail', () => {
  it.runIf(canLoseItsLeader)('a process whose first thread has ended lives until it is killed', async () => {
    writeLeaderless(join(folder, name));
    const { identity, kill } = await start([join(folder, name)]);
    await expect.poll(() => threadsNamed(name)).toHaveLength(1);
    // The thread that lives is not the first.
    expect(threadsNamed(name)[0]).not.toMatch(`/${identity.pid}$`);
    expect(isAlive(identity)).toBe(true);
    expect(kinOf(identity).rows.map(({ pid }) => pid)).toEqual([identity.pid]);
    await kill();
    expect(threadsNamed(name)).toEqual([]);
    expect(identify(identity.pid)).toBeNull();
  });

  it('a chain of forks in the group is quicker than any look, and not than a signal to the group', async () => {
    const beats = join(folder, 'beats');
    const { exited, kill } = await start(['/bin/sh', '-c', forkChain(beats)]);
    await exited;
    expect(await goesOn(beats)).toBe(true);
    await kill();
    expect(await goesOn(beats)).toBe(false);
  });

  it('a daemon that left group, session and parent is known by its mark', async () => {
    const script = "setsid sh -c 'sleep 100 >/dev/null & echo $!'";
    const { identity, stdout, exited, kill } = await start(['/bin/sh', '-c', script]);
    const first = await boundedLines(stdout, { maxLineBytes: 100 }).next();
    const stray = Number(first.value?.kind === 'line' ? first.value.text : 0);
    await exited;
    expect(identify(stray)).not.toBeNull();
    expect(kinOf(identity).rows).toEqual([]);
    await kill();
    expect(identify(stray)).toBeNull();
  });
});

describe.runIf(probe.works)('in a jail', () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const startIn = async (script: string) => {
    const jail = await jailed(world.spec({ mode: 'think' }));
    return start(jailArgv(jail, ['/bin/sh', '-c', script]), jail.env);
  };

  it.runIf(canLoseItsLeader).each([
    ['killed', 100],
    ['over by itself', 1],
  ])('a thread that outlives its leader ends with its jail, when that is %s', async (how, seconds) => {
    const program = join(world.home, name);
    writeLeaderless(program);
    const { exited, kill } = await startIn(`${program} & sleep ${seconds}`);
    await expect.poll(() => threadsNamed(name), { timeout: 5000, interval: 20 }).toHaveLength(1);
    await (how === 'killed' ? kill() : exited);
    await expect.poll(() => threadsNamed(name)).toEqual([]);
  });

  it('a chain of forks ends with its jail, also one in a session of its own', async () => {
    const [near, far] = [join(world.home, 'near'), join(world.home, 'far')];
    const { kill } = await startIn(`setsid sh -c '${forkChain(far)}' & (${forkChain(near)}) & sleep 100`);
    await expect.poll(async () => (await goesOn(near)) && (await goesOn(far)), { timeout: 5000 }).toBe(true);
    await kill();
    expect([await goesOn(near), await goesOn(far)]).toEqual([false, false]);
  });
});
