import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Group, type GroupOptions, spawnGroup } from './group.ts';
import { HeadAndTail } from './head-and-tail.ts';
import { identify, isAlive } from './identity.ts';
import { killGroup } from './kill.ts';
import { kinOf } from './kin.ts';
import { boundedLines, type Line } from './lines.ts';

const env = { PATH: process.env.PATH ?? '' };
const groups: Group[] = [];
afterEach(async () => {
  for (const group of groups.splice(0)) await group.close(0);
});

async function start(argv: readonly string[], options: Partial<GroupOptions> = {}): Promise<Group> {
  const started = await spawnGroup(argv, { cwd: '/', env, ...options });
  if (!started.ok) throw new Error(started.refusal.message);
  groups.push(started.value);
  return started.value;
}

const shell = (script: string, options?: Partial<GroupOptions>) => start(['/bin/sh', '-c', script], options);

async function firstLine(group: Group): Promise<string> {
  for await (const line of boundedLines(group.stdout, { maxLineBytes: 1000 }))
    if (line.kind === 'line') return line.text;
  throw new Error('it said nothing');
}

const isThere = (pid: number) => identify(pid) !== null;

describe('identity', () => {
  it('knows the living from the dead and from a later holder of the number', async () => {
    const { identity, exited, stdin } = await start(['cat']);
    expect(isAlive(identity)).toBe(true);
    expect(isAlive({ ...identity, started: 'another boot 1' })).toBe(false);
    stdin?.end();
    expect(await exited).toEqual({ code: 0, signal: null });
    expect(isAlive(identity)).toBe(false);
    expect(identify(process.pid)).toMatchObject({ pid: process.pid });
  });
});

describe('spawnGroup', () => {
  it('refuses a missing program as a value', async () => {
    const started = await spawnGroup(['/nonexistent/agent'], { cwd: '/', env });
    expect(started).toMatchObject({ ok: false, refusal: { code: 'process_not_started' } });
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['more than the system takes', 'a'.repeat(200_000)],
  ])('an argument that holds %s is a refusal', async (_, argument) => {
    const started = await spawnGroup(['/bin/echo', argument], { cwd: '/', env: {} });
    expect(started).toMatchObject({ ok: false, refusal: { code: 'process_not_started' } });
  });

  it('passes on the given environment and nothing of its own but the mark', async () => {
    const group = await start(['/usr/bin/env'], { env: { ONLY: 'this' } });
    const lines: Line[] = [];
    for await (const line of boundedLines(group.stdout, { maxLineBytes: 1000 })) lines.push(line);
    expect(lines).toEqual([
      { kind: 'line', text: 'ONLY=this' },
      { kind: 'line', text: expect.stringMatching(/^SIDEKICKS_GROUP=[0-9a-f-]{36}$/) },
    ]);
  });

  it('leads a group and a session of its own, and keeps the end of what it complained about', async () => {
    const group = await shell('i=0; while [ $i -lt 20000 ]; do echo "complaint $i" >&2; i=$((i+1)); done; echo done');
    expect(await firstLine(group)).toBe('done');
    await group.close();
    expect(group.stderrTail()).toContain('complaint 19999\n');
    expect(Buffer.byteLength(group.stderrTail())).toBe(64 * 1024);
  });

  it('is killed whole by an aborted signal', async () => {
    const stop = new AbortController();
    const group = await shell('sleep 100 & echo $!; wait', { signal: stop.signal });
    const child = Number(await firstLine(group));
    stop.abort();
    expect(await group.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await group.close();
    expect(isThere(child)).toBe(false);
  });
});

describe('killGroup', () => {
  it('asks first, and lets a program end in its own way', async () => {
    const group = await shell('trap "echo bye; exit 7" TERM; echo up; while :; do sleep 0.05; done');
    expect(await firstLineOnly(group)).toBe('up');
    await killGroup(group.identity, 5000);
    expect(await group.exited).toEqual({ code: 7, signal: null });
  });

  it('kills what ignores the request, within the grace it was given', async () => {
    const group = await shell('trap "" TERM; echo up; while :; do sleep 0.05; done');
    await firstLineOnly(group);
    const began = Date.now();
    await killGroup(group.identity, 300);
    expect(Date.now() - began).toBeLessThan(2000);
    expect(await group.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('finds grandchildren that outlived the leader, also those in a session of their own', async () => {
    const group = await shell('setsid sleep 100 & a=$!; sleep 100 & echo $a $!; wait');
    const [strayed = 0, near = 0] = (await firstLineOnly(group)).split(' ').map(Number);
    expect(kinOf(group.identity).rows.map((row) => row.pid)).toEqual(expect.arrayContaining([strayed, near]));
    await killGroup(group.identity, 0);
    expect([strayed, near].filter(isThere)).toEqual([]);

    const orphaned = await shell('sleep 100 & echo $!');
    const orphan = Number(await firstLineOnly(orphaned));
    await orphaned.exited;
    expect(isThere(orphan)).toBe(true);
    await killGroup(orphaned.identity, 0);
    expect(isThere(orphan)).toBe(false);
  });

  it('never touches a process that only has the number', async () => {
    const { identity } = await start(['cat']);
    await killGroup({ ...identity, started: 'another boot 1' }, 0);
    await sleep(50);
    expect(isAlive(identity)).toBe(true);
  });
});

describe('boundedLines', () => {
  it('drops and counts a line without end, and goes on after it', async () => {
    const group = await shell('echo one; head -c 300000 /dev/zero | tr "\\0" x; echo; printf "two\\r\\nthree"');
    const lines: Line[] = [];
    for await (const line of boundedLines(group.stdout, { maxLineBytes: 1000 })) lines.push(line);
    expect(lines).toEqual([
      { kind: 'line', text: 'one' },
      { kind: 'too_long', bytes: 300_000 },
      { kind: 'line', text: 'two' },
      { kind: 'line', text: 'three' },
    ]);
  });

  it('holds up a child that writes 100 MB while nobody reads, and takes it all without growing', async () => {
    const group = await shell('yes "a line of thirty-two characters " | head -c 104857600');
    const lines = boundedLines(group.stdout, { maxLineBytes: 1000 });
    await lines.next();
    await sleep(500);
    // The writer is asleep in its pipe, not far ahead of the one line that was read.
    expect(written(group)).toBeLessThan(2 * 1024 * 1024);
    let before = 0;
    let peak = 0;
    let count = 1;
    for await (const _ of lines) {
      count += 1;
      if (count === 100_000) before = process.memoryUsage.rss();
      if (count > 100_000 && count % 10_000 === 0) peak = Math.max(peak, process.memoryUsage.rss());
    }
    expect(count).toBe(Math.ceil(104_857_600 / 33));
    expect(peak - before).toBeLessThan(100 * 1024 * 1024);
  }, 60_000);
});

describe('HeadAndTail', () => {
  it('keeps both ends of what does not fit, and everything that does', () => {
    const small = new HeadAndTail(10);
    for (const piece of ['ab', 'cä', 'def']) small.add(Buffer.from(piece));
    expect(small.result()).toEqual({ text: 'abcädef', bytes: 8, cut: false });
    const kept = new HeadAndTail(10);
    for (let at = 0; at < 1000; at += 1) kept.add(Buffer.from(`${at};`));
    expect(kept.result()).toEqual({ text: '0;1;2\n[... 3880 bytes cut ...]\n;999;', bytes: 3890, cut: true });
  });
});

/** Reads one line and leaves the rest in the pipe; the loop of `firstLine` would close it. */
async function firstLineOnly(group: Group): Promise<string> {
  const first = await boundedLines(group.stdout, { maxLineBytes: 1000 }).next();
  return first.value?.kind === 'line' ? first.value.text : '';
}

/** Bytes that the processes of a group have written so far. */
function written(group: Group): number {
  const of = ({ pid }: { pid: number }) => Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  return Math.max(...kinOf(group.identity).rows.map(of));
}
