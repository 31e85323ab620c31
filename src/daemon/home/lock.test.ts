import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLinux } from '../../kit/needs.ts';
import { type Home, openHome } from './folder.ts';
import { type DaemonInfo, holderOf, type Lock, runningDaemon, takeLock } from './lock.ts';
import { isAlive, thisProcess } from './process-id.ts';

let home: Home;
beforeEach(() => {
  const opened = openHome(mkdtempSync(join(tmpdir(), 'sidekicks-lock-')));
  if (!opened.ok) throw new Error(opened.refusal.message);
  home = opened.value;
});
afterEach(() => rmSync(home.path, { recursive: true, force: true }));

function take(): Lock {
  const result = takeLock(home, '1.2.3');
  if (!result.taken) throw new Error(`held by ${result.holder.pid}`);
  return result.lock;
}

/** A lock file as a process that is gone, or never was, would have left it. */
function leave(number: number, content: string): void {
  mkdirSync(home.lock, { recursive: true });
  writeFileSync(join(home.lock, String(number)), content);
}

const info = (): DaemonInfo => ({
  url: 'http://localhost:4141',
  deskUrl: 'http://localhost:4142',
  port: 4141,
  pid: process.pid,
  home: home.path,
  version: '1.2.3',
  startedAt: '2026-05-04T09:00:00Z',
});

describe('the lock', () => {
  it('has one holder, until it lets go', () => {
    expect(holderOf(home)).toBeNull();
    const lock = take();
    expect(takeLock(home, '9')).toEqual({
      taken: false,
      holder: { ...thisProcess(), version: '1.2.3', port: null },
    });
    lock.release();
    lock.release();
    expect(holderOf(home)).toBeNull();
    take();
    expect(readdirSync(home.lock)).toEqual(['2']);
    expect(statSync(join(home.lock, '2')).mode & 0o777).toBe(0o600);
  });

  it('tells how the daemon is reached, only while it runs', () => {
    const lock = take();
    expect(runningDaemon(home)).toBeNull();
    lock.publish(info());
    expect(runningDaemon(home)).toEqual(info());
    expect(holderOf(home)?.port).toBe(4141);
    expect(statSync(home.daemon).mode & 0o777).toBe(0o600);
    lock.release();
    expect(runningDaemon(home)).toBeNull();
  });

  it('does not believe what a killed daemon left behind', () => {
    take().publish({ ...info(), pid: process.pid + 1 });
    expect(runningDaemon(home)).toBeNull();
  });

  it.each([
    ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, started: null, version: '1', port: null })],
    ['whose number another process has now', JSON.stringify({ ...thisProcess(), started: 'long ago', version: '1' })],
    ['that was let go', '{}'],
    ['that holds nothing readable', 'x'],
    ['that is empty', ''],
  ])('is taken over from a file %s', (_, content) => {
    leave(7, content);
    leave(6, JSON.stringify({ ...thisProcess(), version: '1', port: null }));
    writeFileSync(join(home.lock, '8.123.abcd.tmp'), 'half');
    expect(holderOf(home)).toBeNull();
    take();
    expect(readdirSync(home.lock)).toEqual(['8']);
  });

  it('counts past nine', () => {
    leave(9, '{}');
    leave(10, JSON.stringify({ ...thisProcess(), version: '1', port: null }));
    expect(holderOf(home)?.pid).toBe(process.pid);
  });

  it('is won by exactly one of eight processes, every time its holder is killed', async () => {
    const takers = await Promise.all(Array.from({ length: 8 }, () => startTaker(home)));
    while (takers.length > 0) {
      const said = await Promise.all(takers.map((taker) => taker.try()));
      const winners = takers.filter((taker, index) => said[index] === taker.pid);
      expect(winners.length).toBe(1);
      expect(new Set(said)).toEqual(new Set([winners[0]?.pid]));
      takers.splice(takers.indexOf(winners[0] as Taker), 1);
      await winners[0]?.kill();
    }
    expect(readdirSync(home.lock).length).toBe(1);
  }, 60_000);
});

describe('a process', () => {
  it('is alive while it runs', () => {
    expect(isAlive(thisProcess())).toBe(true);
    expect(isAlive({ pid: process.pid, started: null })).toBe(true);
    expect(isAlive({ ...thisProcess(), pid: 2 ** 22 + 1 })).toBe(false);
  });

  it.runIf(isLinux())('is dead when it only waits to be noticed', async () => {
    // exec replaces the shell, while its child still runs, by a program that never asks for that child's end.
    const shell = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const pid = Number((await once(shell.stdout, 'data'))[0]);
      expect(isAlive({ pid, started: null })).toBe(true);
      await expect.poll(() => isAlive({ pid, started: null }), { timeout: 10_000 }).toBe(false);
      expect(() => process.kill(pid, 0)).not.toThrow();
    } finally {
      shell.kill('SIGKILL');
    }
  });
});

interface Taker {
  readonly pid: number | undefined;
  /** The number of the process that has the lock. */
  try(): Promise<number>;
  kill(): Promise<unknown>;
}

async function startTaker({ path }: Home): Promise<Taker> {
  const script = fileURLToPath(new URL('lock-child.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: Interface = createInterface(child.stdout as NodeJS.ReadableStream);
  await once(lines, 'line');
  return {
    pid: child.pid,
    async try() {
      const answer = once(lines, 'line');
      child.stdin?.write('1.2.3\n');
      return Number((await answer)[0]);
    },
    kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      return gone;
    },
  };
}
