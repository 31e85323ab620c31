import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, startLog } from '../conformance/log.ts';
import { createTasks, sampleTask } from '../conformance/sample.ts';
import { type SqlitePlace, sqlitePlace } from './place.ts';
import { openSqliteReader, type SqliteReader } from './store.ts';

const schema0 = fileURLToPath(new URL('../../../test/fixtures/schema-0/sidekicks.db', import.meta.url));

let place: SqlitePlace;
beforeEach(async () => {
  place = await sqlitePlace();
});
afterEach(() => place.dispose());

async function seqOf(reader: SqliteReader): Promise<number | undefined> {
  return (await reader.position('w-1'))?.seq;
}

describe('a reader', () => {
  it('reads what lies only in the WAL, and not a byte of file and WAL changes', async () => {
    const log = await startLog(await place.open());
    await append(log, createTasks([sampleTask(2)]));
    // Copied beside the open store, as a crash would leave them.
    const file = join(place.folder, 'left.db');
    for (const suffix of ['', '-wal']) copyFileSync(`${place.file}${suffix}`, `${file}${suffix}`);
    const before = ['', '-wal'].map((suffix) => readFileSync(`${file}${suffix}`));
    expect(before[1]?.length).toBeGreaterThan(0);
    const readers = Array.from({ length: 8 }, () => openSqliteReader({ file }));
    expect(await Promise.all(readers.map(seqOf))).toEqual(readers.map(() => 2));
    for (const reader of readers) await reader.close();
    expect(['', '-wal'].map((suffix) => readFileSync(`${file}${suffix}`))).toEqual(before);
  });

  it('sees what a writer beside it commits, and does not hold it up', async () => {
    const log = await startLog(await place.open());
    const reader = openSqliteReader({ file: place.file });
    expect(await seqOf(reader)).toBe(1);
    await append(log, createTasks([sampleTask(2)]));
    expect(await seqOf(reader)).toBe(2);
    await reader.close();
    await append(log, createTasks([sampleTask(3)]));
  });

  it('cannot write', async () => {
    await startLog(await place.open());
    const reader = openSqliteReader({ file: place.file });
    const writing = (reader as Awaited<ReturnType<SqlitePlace['open']>>).redact('w-1', 1);
    await expect(writing).rejects.toThrow(/readonly/);
    await reader.close();
  });

  it('refuses an older schema, an empty file and a link, and makes no file', async () => {
    const old = join(place.folder, 'old.db');
    copyFileSync(schema0, old);
    const before = readFileSync(old);
    expect(() => openSqliteReader({ file: old })).toThrow(expect.objectContaining({ code: 'schema_too_old' }));
    expect(readFileSync(old)).toEqual(before);
    writeFileSync(join(place.folder, 'empty.db'), '');
    expect(() => openSqliteReader({ file: join(place.folder, 'empty.db') })).toThrow(/no schema yet/);
    symlinkSync(old, join(place.folder, 'link.db'));
    expect(() => openSqliteReader({ file: join(place.folder, 'link.db') })).toThrow(/not a regular file/);
    expect(() => openSqliteReader({ file: place.file })).toThrow(/ENOENT/);
    expect(existsSync(place.file)).toBe(false);
  });
});
