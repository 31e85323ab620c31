import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { State } from '../../core/state/state.ts';
import type { AgentProcess } from '../runner.ts';
import { roomToRest, type WarmProcesses, warmProcesses } from './warm.ts';

interface Small extends AgentProcess {
  readonly pid: number;
  lives(): boolean;
  kill(): void;
}

const started: Small[] = [];
const opened: WarmProcesses[] = [];

afterEach(async () => {
  for (const warm of opened.splice(0)) await warm.close();
  for (const one of started.splice(0)) one.kill();
});

/** A real process that would stay for a minute: of an agent's, only what is kept and closed is looked at here. */
function small(): Small {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const exited = once(child, 'exit').then(() => undefined);
  const process = {
    ...{ pid: child.pid ?? 0, exited, lives: () => child.exitCode === null && child.signalCode === null },
    kill: () => void child.kill('SIGKILL'),
    async close() {
      child.kill('SIGKILL');
      await exited;
    },
  };
  started.push(process as unknown as Small);
  return process as unknown as Small;
}

/** `rest`: how many may, once the run that keeps one is over. */
function open(idleMs: number, rest = 4): WarmProcesses {
  const warm = warmProcesses(() => rest - 1, idleMs);
  opened.push(warm);
  return warm;
}

const HOUR_MS = 3_600_000;

test('one that nobody takes is closed once it was idle, and not before', async () => {
  const warm = open(400);
  const one = small();
  await warm.keep('c', one, 'as');
  await sleep(100);
  expect(one.lives()).toBe(true);
  const began = performance.now();
  await one.exited;
  expect(performance.now() - began).toBeGreaterThan(200);
  expect(await warm.take('c', 'as')).toBeNull();
});

test('while one is being closed, nobody is told that the conversation has none', async () => {
  const warm = open(HOUR_MS);
  const one = small();
  const slow = { exited: one.exited, close: () => sleep(300).then(() => one.close()) } as unknown as AgentProcess;
  await warm.keep('c', slow, 'as');
  void warm.drop('c');
  expect(await warm.take('c', 'as')).toBeNull();
  expect(one.lives()).toBe(false);
  // Nor, with another, that all are closed.
  const two = small();
  await warm.keep('d', { ...two, close: () => sleep(300).then(() => two.close()) }, 'as');
  void warm.sweep(() => false);
  await warm.close();
  expect(two.lives()).toBe(false);
});

test("one that was taken is nobody else's, and idle no more", async () => {
  const warm = open(200);
  const one = small();
  await warm.keep('c', one, 'as');
  expect(await warm.take('c', 'as')).toBe(one);
  expect(await warm.take('c', 'as')).toBeNull();
  await sleep(400);
  expect(one.lives()).toBe(true);
  // Its time begins anew with each rest.
  await warm.keep('c', one, 'as');
  await one.exited;
});

test.each([1, 3])('at most %s rest: the one that came first goes', async (alive) => {
  const warm = open(HOUR_MS, alive);
  const all = Array.from({ length: alive + 2 }, small);
  for (const [at, one] of all.entries()) {
    await warm.keep(`c${at}`, one, 'as');
    const living = all.slice(0, at + 1).map((each) => each.lives());
    expect(living).toEqual(all.slice(0, at + 1).map((_, place) => place > at - alive));
  }
  expect(await warm.take('c0', 'as')).toBeNull();
  expect(await warm.take(`c${alive + 1}`, 'as')).toBe(all.at(-1));
});

test.each([
  ['four workers, none on', 4, 0, 4],
  ['four workers, three on', 4, 3, 1],
  ['all four on', 4, 4, 0],
  ['one worker, and it is on', 1, 1, 3],
  ['eight workers, six on', 8, 6, 2],
  ['eight workers, none on', 8, 0, 4],
  ['more on than are allowed by now', 4, 6, 0],
])('%s: one that starts finds room, the oldest at rest go for it', async (_name, maxWorkers, running, rest) => {
  const state = { workspace: { delegation: { maxWorkers } } } as unknown as State;
  let on = 0;
  const warm = warmProcesses(() => roomToRest(state, on), HOUR_MS);
  opened.push(warm);
  const all = Array.from({ length: 5 }, small);
  for (const [at, one] of all.entries()) await warm.keep(`c${at}`, one, 'as');
  expect(all.filter((one) => one.lives())).toHaveLength(4);
  on = running;
  await warm.makeRoom();
  expect(all.map((one) => one.lives())).toEqual(all.map((_, at) => at >= all.length - rest));
});

test('one that rests again is the newest, and a second one of its conversation takes its place', async () => {
  const warm = open(HOUR_MS, 2);
  const [first, second, third, other] = [small(), small(), small(), small()];
  await warm.keep('a', first, 'as');
  await warm.keep('b', second, 'as');
  expect(await warm.take('a', 'as')).toBe(first);
  await warm.keep('a', first, 'as');
  await warm.keep('c', third, 'as');
  expect([first, second, third].map((one) => one.lives())).toEqual([true, false, true]);
  await warm.keep('a', other, 'as');
  expect([first, third, other].map((one) => one.lives())).toEqual([false, true, true]);
});

test('one that was launched otherwise is closed and not given', async () => {
  const warm = open(HOUR_MS);
  const one = small();
  await warm.keep('c', one, 'under a wide grant');
  expect(await warm.take('c', 'under a narrow one')).toBeNull();
  expect(one.lives()).toBe(false);
});

test('one that ends by itself is given to nobody, and leaves its place', async () => {
  const warm = open(HOUR_MS, 1);
  const one = small();
  await warm.keep('c', one, 'as');
  one.kill();
  await one.exited;
  await sleep(0);
  expect(await warm.take('c', 'as')).toBeNull();
});

test('a sweep closes those that may not stay, and the end closes all', async () => {
  const warm = open(HOUR_MS);
  const [one, two] = [small(), small()];
  await warm.keep('a', one, 'as');
  await warm.keep('b', two, 'as');
  await warm.sweep((id) => id === 'b');
  expect([one.lives(), two.lives()]).toEqual([false, true]);
  await warm.drop('nobody');
  await warm.close();
  expect(two.lives()).toBe(false);
});
