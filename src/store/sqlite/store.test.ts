import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../kit/json.ts';
import { isLinux } from '../../kit/needs.ts';
import { assertChain } from '../conformance/case.ts';
import { append, startLog } from '../conformance/log.ts';
import { beginning, bot, createTasks, sampleTask, writeOf } from '../conformance/sample.ts';
import { openConnection } from './connection.ts';
import { isBuiltinFit, sqliteLibrary } from './driver.ts';
import { type SqlitePlace, sqlitePlace } from './place.ts';
import { headerText } from './write.ts';

let place: SqlitePlace;
beforeEach(async () => {
  place = await sqlitePlace();
});
afterEach(() => place.dispose());

describe('the driver', () => {
  it('takes the SQLite of Node only where it is fit', () => {
    const fit = ['3.51.3', '3.51.10', '3.52.0', '3.54.1', '4.0.0'];
    const unfit = ['3.51.2', '3.47.2', '3.9.0', '2.99.99', undefined];
    expect(fit.filter((version) => !isBuiltinFit(version, ''))).toEqual([]);
    expect(unfit.filter((version) => isBuiltinFit(version, ''))).toEqual([]);
    expect(isBuiltinFit('3.54.1', 'package')).toBe(false);
  });

  it('is one per process', () => {
    expect(sqliteLibrary()).toBe(sqliteLibrary());
    expect(sqliteLibrary().source).toBe(isBuiltinFit(process.versions.sqlite) ? 'builtin' : 'package');
  });
});

describe('durability', { timeout: 60_000 }, () => {
  it('flushes every commit, at the first opening and at every later one', async () => {
    for (let opening = 0; opening < 2; opening++) {
      await (await place.open()).close();
      const connection = openConnection(place.file, { busyMs: 100 });
      expect({ ...(connection.prepare('pragma synchronous').get() as object) }).toEqual({ synchronous: 2 });
      expect({ ...(connection.prepare('pragma journal_mode').get() as object) }).toEqual({ journal_mode: 'wal' });
      expect({ ...(connection.prepare('pragma foreign_keys').get() as object) }).toEqual({ foreign_keys: 1 });
      connection.close();
    }
  });

  it('refuses a database that cannot be durable', () => {
    expect(() => openConnection(':memory:', { busyMs: 100 })).toThrow(expect.objectContaining({ code: 'not_durable' }));
  });

  it.runIf(isLinux())('stops writing after a failed write, and has lost nothing', async () => {
    const child = start('fill', place.file, 0, 'ulimit -f 4096; exec "$0" "$@"');
    const said = JSON.parse(await wordsOf(child)) as Record<string, unknown>;
    expect(said).toMatchObject({
      faulted: true,
      failure: expect.stringMatching(/^ERR_SQLITE_ERROR: /),
      next: expect.stringMatching(/^store_faulted: /),
      note: expect.stringMatching(/^store_faulted: /),
      read: said.acknowledged,
    });
    expect(said.acknowledged).toBeGreaterThan(10);
    await assertChain(await place.open(), Number(said.acknowledged));
  });
});

describe('the file', () => {
  it('is for its owner only, with all that lies beside it, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      await startLog(await place.open());
    } finally {
      process.umask(before);
    }
    const modes = readdirSync(place.folder).map((name) => [name, statSync(join(place.folder, name)).mode & 0o777]);
    expect(Object.fromEntries(modes)).toEqual({
      'sidekicks.db': 0o600,
      'sidekicks.db-wal': 0o600,
      'sidekicks.db-shm': 0o600,
    });
  });

  it('is made private again when somebody opened it up', async () => {
    writeFileSync(place.file, '', { mode: 0o644 });
    await place.open();
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
  });

  it('is not followed through a link, nor looked for in a folder', async () => {
    const link = join(place.folder, 'link.db');
    await (await place.open()).close();
    symlinkSync(place.file, link);
    await expect(place.open({ file: link })).rejects.toMatchObject({ code: 'unsafe_file' });
    await expect(place.open({ file: place.folder })).rejects.toMatchObject({ code: 'unsafe_file' });
  });

  it('is whole without what lies beside it, once the store is closed', async () => {
    const log = await startLog(await place.open());
    await append(log, createTasks([sampleTask(2)]));
    await log.store.close();
    const moved = join(place.folder, 'moved.db');
    renameSync(place.file, moved);
    await assertChain(await place.open({ file: moved }), 2);
  });

  it('holds no byte of a redacted payload', async () => {
    const log = await startLog(await place.open());
    const secret = 'correct horse battery staple';
    await append(log, [
      { summary: `said ${secret}`.repeat(100), changes: createTasks([sampleTask(2)])[0]?.changes ?? [] },
    ]);
    expect(bytesOf(place).includes(secret)).toBe(true);
    await log.store.redact('w-1', 2);
    expect(bytesOf(place).includes(secret)).toBe(false);
  });
});

describe('several processes', { timeout: 60_000 }, () => {
  it('make one store of a new file, all at once', async () => {
    const said = await Promise.all([1, 2, 3, 4].map(() => wordsOf(start('open', place.file, 0))));
    expect(said).toEqual(['0', '0', '0', '0']);
  });

  it('write one log', async () => {
    const log = await startLog(await place.open());
    const children = [100, 200, 300].map((from) => start('write', place.file, from));
    const said = children.map(wordsOf);
    await Promise.all(children.map(({ stdout }) => stdout && once(stdout, 'data')));
    for (const { stdin } of children) stdin?.write('go');
    const foreign = (await Promise.all(said)).map((words) => Number(words.replace('ready', '')));
    await assertChain(log.store, 91);
    // Each began at an empty tip, so the first task is foreign to all three; more means that they alternated.
    expect(foreign.filter((count) => count > 1).length).toBe(3);
  });

  it('wait for each other without holding up the event loop', async () => {
    const log = await startLog(await place.open());
    await heldFor(place.file, 500);
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    await append(log, createTasks([sampleTask(2)]));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    await assertChain(log.store, 2);
  });

  it('give up after the agreed time, and nothing of the write is left', async () => {
    const store = await place.open({ busyMs: 100 });
    const log = await startLog(store);
    const child = await heldFor(place.file, 60_000);
    await expect(append(log, createTasks([sampleTask(2)]))).rejects.toMatchObject({ code: 'store_busy' });
    child.kill();
    await once(child, 'exit');
    await append(log, createTasks([sampleTask(2)]));
    await assertChain(store, 2);
  });
});

describe('a backup', () => {
  it('is a whole private store of its own, made while the first is in use', async () => {
    const log = await startLog(await place.open());
    const target = join(place.folder, 'copy.db');
    const [, foreign] = await Promise.all([log.store.backup(target), append(log, createTasks([sampleTask(2)]))]);
    expect(foreign).toBe(0);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const copy = await place.open({ file: target });
    await assertChain(copy, 1);
    await append({ store: copy, workspaceId: 'w-1', tip: beginning }, createTasks([sampleTask(9)]));
    expect((await copy.search('w-1', { text: 'press', offset: 0, limit: 9 })).total).toBe(2);
  });

  it('never replaces a file, and leaves none when it fails', async () => {
    const { store } = await startLog(await place.open());
    const target = join(place.folder, 'mine.txt');
    writeFileSync(target, 'mine');
    await expect(store.backup(target)).rejects.toMatchObject({ code: 'file_exists' });
    expect(readFileSync(target, 'utf8')).toBe('mine');
    await expect(store.backup(join(place.folder, 'none/copy.db'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(join(place.folder, 'none'))).toBe(false);
  });
});

describe('text', () => {
  it('of a header is its canonical JSON', () => {
    const author = { ...bot, keyId: 'k', label: '"\u2028\u{1F680}' };
    const { header } = writeOf('w-1', beginning, createTasks([sampleTask(1)], author)).events[0] ?? {};
    expect(header && headerText(header)).toBe(canonicalJson(header));
  });

  it('of any kind can be searched for', async () => {
    const { store } = await startLog(await place.open());
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.json());
    const property = fc.asyncProperty(texts, async (text) => {
      await store.search('w-1', { text, offset: 0, limit: 5 });
    });
    await fc.assert(property, { numRuns: 500 });
  });
});

function start(verb: string, file: string, number: number, shell = 'exec "$0" "$@"'): ChildProcess {
  const script = fileURLToPath(new URL('child.ts', import.meta.url));
  const args = ['-c', shell, process.execPath, '--import', 'tsx', script, verb, file, String(number)];
  return spawn('sh', args, { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function wordsOf(child: ChildProcess): Promise<string> {
  let words = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    words += chunk.toString();
  });
  const [status] = await once(child, 'close');
  expect(status).toBe(0);
  return words.trim();
}

/** Resolves once another process holds the write lock. */
async function heldFor(file: string, milliseconds: number): Promise<ChildProcess> {
  const child = start('hold', file, milliseconds);
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

function bytesOf({ folder }: SqlitePlace): Buffer {
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}
