import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertChain } from '../conformance/case.ts';
import { append, startLog } from '../conformance/log.ts';
import { ann, bot, createTasks, sampleTask, tipOf } from '../conformance/sample.ts';
import { type Connection, openConnection } from './connection.ts';
import { SCHEMA } from './migrate.ts';
import { type SqlitePlace, sqlitePlace } from './place.ts';

const schema0 = fileURLToPath(new URL('../../../test/fixtures/schema-0/sidekicks.db', import.meta.url));

let place: SqlitePlace;
beforeEach(async () => {
  place = await sqlitePlace();
});
afterEach(() => place.dispose());

describe('a file of schema 0', () => {
  beforeEach(() => copyFileSync(schema0, place.file));

  it('is migrated with everything in it', async () => {
    expect(schemaOf(place.file)).toBe('0');
    const store = await place.open({ appVersion: '9.9.9' });
    expect(schemaOf(place.file)).toBe(String(SCHEMA));
    await assertChain(store, 6);
    const { entities } = await store.load('w-1', 10);
    expect(entities.map(({ id }) => id)).toEqual([1, 2, 3, 4].map((number) => sampleTask(number).id));
    expect(entities[0]?.entity).toEqual(sampleTask(1));
  });

  it('can then do what schema 0 could not', async () => {
    const store = await place.open();
    const byBot = await store.events('w-1', { authorId: bot.id, limit: 10 });
    expect(byBot.map(({ header }) => header.seq)).toEqual([5]);
    expect((await store.events('w-1', { authorId: ann.id, limit: 10 })).length).toBe(5);
    const search = (text: string) => store.search('w-1', { text, offset: 0, limit: 10 });
    expect((await search('zurich')).hits).toEqual([{ taskId: sampleTask(2).id }]);
    expect((await search('press')).total).toBe(2);
    expect((await search('fax')).total).toBe(0);
    await store.notes('w-1').put('draft', 'd', '2026-01-01T00:00:00Z', 'kept');
    expect(await store.notes('w-1').get('draft', 'd')).toBe('kept');
    const tip = tipOf(await store.events('w-1', { limit: 10 }), { seq: 0, head: '', version: 0 });
    await append({ store, workspaceId: 'w-1', tip }, createTasks([sampleTask(5)]));
    await assertChain(store, 7);
  });

  it('gets the very tables that a new file gets', async () => {
    await (await place.open()).close();
    const fresh = await sqlitePlace();
    await (await fresh.open()).close();
    expect(tablesOf(place.file)).toEqual(tablesOf(fresh.file));
    await fresh.dispose();
  });

  it('stays at schema 0, whole, when the migration fails midway', async () => {
    // The migration makes this table after it has replaced those of events and entities.
    change(place.file, (connection) => connection.exec('create table note (of_another text)'));
    const before = tablesOf(place.file);
    await expect(place.open()).rejects.toThrow(/note/);
    expect(schemaOf(place.file)).toBe('0');
    expect(tablesOf(place.file)).toEqual(before);
    change(place.file, (connection) => connection.exec('drop table note'));
    await assertChain(await place.open(), 6);
  });
});

describe('a file that is not for us', () => {
  it('of a newer schema is refused, and not a byte of it changes', async () => {
    const newer = await newerStore();
    const before = bytesIn(newer.folder);
    expect(before['sidekicks.db-wal']?.length).toBeGreaterThan(0);
    await expect(newer.open()).rejects.toMatchObject({ code: 'schema_too_new' });
    const after = bytesIn(newer.folder);
    expect(after['sidekicks.db']?.equals(before['sidekicks.db'] ?? Buffer.of())).toBe(true);
    expect(after['sidekicks.db-wal']?.equals(before['sidekicks.db-wal'] ?? Buffer.of())).toBe(true);
    await newer.dispose();
  });

  it('of another program is refused, and not a byte of it changes', async () => {
    const connection = openConnection(place.file, { busyMs: 100 });
    connection.exec('pragma journal_mode=delete; create table bookmark (url text)');
    connection.close();
    const before = bytesIn(place.folder);
    await expect(place.open()).rejects.toMatchObject({ code: 'not_a_store' });
    expect(bytesIn(place.folder)).toEqual(before);
  });
});

/** With rows that lie only in the WAL, as after a crash: closing a writing connection would fold them in. */
async function newerStore(): Promise<SqlitePlace> {
  const newer = await sqlitePlace();
  const log = await startLog(await place.open());
  change(place.file, (connection) => connection.prepare('update meta set value = ?').run([String(SCHEMA + 1)]), true);
  await append(log, createTasks([sampleTask(2)]));
  for (const name of ['sidekicks.db', 'sidekicks.db-wal']) {
    if (existsSync(join(place.folder, name))) copyFileSync(join(place.folder, name), join(newer.folder, name));
  }
  return newer;
}

function change(file: string, work: (connection: Connection) => void, keepWal = false): void {
  const connection = openConnection(file, { busyMs: 100 });
  work(connection);
  if (!keepWal) connection.fold();
  connection.close();
}

function schemaOf(file: string): string {
  const connection = openConnection(file, { busyMs: 100 });
  const row = connection.prepare(`select value from meta where key = 'schema'`).get() as { value: string };
  connection.close();
  return row.value;
}

/** Name -> definition, without the white space and quotes that a rename leaves. */
function tablesOf(file: string): Record<string, string> {
  const connection = openConnection(file, { busyMs: 100 });
  const rows = connection.prepare('select name, sql from sqlite_schema where sql is not null').all();
  connection.close();
  return Object.fromEntries(
    (rows as { name: string; sql: string }[]).map(({ name, sql }) => [name, sql.replaceAll(/["\s]+/g, ' ')]),
  );
}

function bytesIn(folder: string): Record<string, Buffer> {
  rmSync(join(folder, 'sidekicks.db-shm'), { force: true });
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}
