/** `sidekicks restore` killed with SIGKILL at random moments: the home is the old one or the new one, whole, never half. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '../../src/core/workspace/task.ts';
import { verifyHome } from '../../src/daemon/offline.ts';
import { openSqliteReader } from '../../src/store/sqlite/store.ts';
import { type DaemonProcess, makeHome, program, root, startDaemon } from '../rigs/daemon.ts';
import { ok, pairPerson } from '../rigs/people.ts';
import { newSeed, randomOf } from '../rigs/random.ts';
import { run } from '../surfaces/over-cli.ts';

const KILLS = 30;
const folder = mkdtempSync(join(tmpdir(), 'sidekicks-restore-'));
const old = join(folder, 'old');
const backup = join(folder, 'backup.db');

const sidekicks = (home: string, ...words: string[]) =>
  run({ command: process.execPath, args: [program], env: process.env }, [...words, '--home', home], '');

/** A home with the person Olga and the task "Old"; a backup of one with the person Nina and the task "New". */
beforeAll(async () => {
  const homes = [await lived('Olga', 'Old'), await lived('Nina', 'New')] as const;
  cpSync(homes[0].path, old, { recursive: true });
  expect(await sidekicks(homes[1].path, 'backup', backup)).toMatchObject({ code: 0 });
  for (const home of homes) await home.remove();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function lived(name: string, title: string) {
  const home = makeHome();
  let daemon: DaemonProcess | undefined;
  try {
    daemon = await startDaemon(home.path);
    ok(await (await pairPerson(daemon, name)).at(daemon).call('create_task', { title }));
  } finally {
    await daemon?.stop();
  }
  return home;
}

/** What lies there: `old`, `new`, or in words what is neither. */
async function judge(home: string): Promise<string> {
  if (!existsSync(join(home, 'sidekicks.db'))) return 'there is no database';
  try {
    const verified = await verifyHome(home);
    if (!verified.ok) return verified.refusal.message;
    const [problem] = verified.value.problems;
    return problem ? `${problem.where}: ${problem.message}` : await nameOf(home);
  } catch (error) {
    return String(error);
  }
}

async function nameOf(home: string): Promise<string> {
  const reader = openSqliteReader({ file: join(home, 'sidekicks.db') });
  try {
    const [workspaceId = ''] = await reader.workspaces();
    const { entities } = await reader.load(workspaceId, 1);
    const titles = entities.flatMap(({ kind, entity }) => (kind === 'task' ? [(entity as Task).title] : []));
    const keys = entities.filter(({ kind, entity }) => kind === 'key' && 'revokedAt' in entity && !entity.revokedAt);
    // Olga's key is the home's own; Nina's came with the backup and must not work.
    return `${titles.join()}, ${keys.length} key`;
  } finally {
    await reader.close();
  }
}

interface Killed {
  readonly found: string;
  /** Whether it was killed while it worked, not before or after. */
  readonly isMidway: boolean;
}

async function killOne(args: (home: string) => readonly string[], afterMs: number): Promise<Killed> {
  const home = mkdtempSync(join(folder, 'home-'));
  cpSync(old, home, { recursive: true });
  const child = spawn(process.execPath, args(home), { cwd: root, stdio: 'ignore' });
  const gone = once(child, 'exit');
  const candidate = join(home, 'restoring.db');
  while (!existsSync(candidate) && child.exitCode === null) await sleep(1);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await gone;
  const isMidway = readdirSync(home).some((name) => name.startsWith('restoring'));
  const found = await judge(home);
  return { found, isMidway };
}

const restoreArgs = (home: string) => [program, 'restore', backup, '--home', home];

test('is all or nothing', async () => {
  const seed = newSeed();
  const random = randomOf(seed);
  let whole = await lengthOf();
  const killed: Killed[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const one = await killOne(restoreArgs, random() * whole);
    killed.push(one);
    // On a busy machine one restore takes many times as long as another.
    whole *= one.isMidway ? 1.25 : 0.8;
  }
  const midway = killed.filter(({ isMidway }) => isMidway).length;
  console.log(`seed ${seed}: ${KILLS} kills, the last within ${Math.round(whole)} ms, ${midway} midway`);
  const found = new Set(killed.map((one) => one.found));
  expect(
    [...found].filter((one) => one !== 'Old, 1 key' && one !== 'New, 1 key'),
    `seed ${seed}`,
  ).toEqual([]);
  // A rig that only ever kills before or after the change proves nothing.
  expect(found.size, `seed ${seed}`).toBe(2);
  expect(midway, `seed ${seed}`).toBeGreaterThan(KILLS / 5);
});

/** From the first trace of a restore to its end, in milliseconds. */
async function lengthOf(): Promise<number> {
  const home = mkdtempSync(join(folder, 'home-'));
  cpSync(old, home, { recursive: true });
  const child = spawn(process.execPath, restoreArgs(home), { cwd: root, stdio: 'ignore' });
  const gone = once(child, 'exit');
  while (!existsSync(join(home, 'restoring.db'))) await sleep(1);
  const began = performance.now();
  await gone;
  const took = performance.now() - began;
  expect([child.exitCode, await judge(home)]).toEqual([0, 'New, 1 key']);
  return took;
}

test('goes through when it is asked for again after a kill, and leaves nothing half made', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  cpSync(old, home, { recursive: true });
  const child = spawn(process.execPath, restoreArgs(home), { cwd: root, stdio: 'ignore' });
  const gone = once(child, 'exit');
  while (!existsSync(join(home, 'restoring.db'))) await sleep(1);
  child.kill('SIGKILL');
  await gone;
  expect(await judge(home)).toBe('Old, 1 key');
  expect(await sidekicks(home, 'restore', backup)).toMatchObject({ code: 0 });
  expect(await judge(home)).toBe('New, 1 key');
  expect(readdirSync(home).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

test('the same kills find a restore that takes the old database away first', async () => {
  const args = (home: string) => ['--import', 'tsx', join(root, 'test/rigs/broken-restore.ts'), home, backup];
  const found: string[] = [];
  for (let kill = 0; kill < 4; kill++) found.push((await killOne(args, 5 + kill * 15)).found);
  expect(found.filter((one) => one !== 'Old, 1 key' && one !== 'New, 1 key')).not.toEqual([]);
});
