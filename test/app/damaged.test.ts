/** A real file with one column that is no JSON: `verify` says which, and ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { verifyHomeStore } from '../../src/app/verify/verify.ts';
import { sqliteLibrary } from '../../src/store/sqlite/driver.ts';
import { openSqliteReader } from '../../src/store/sqlite/store.ts';
import { openScene } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'sk-damaged-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function verified(statement: string): Promise<string[]> {
  const scene = await openScene();
  const file = join(folder, 'copy.db');
  await scene.app.store.backup(file);
  await scene.close();
  const { DatabaseSync } = sqliteLibrary().library;
  const database = new DatabaseSync(file);
  database.prepare(statement).run();
  database.close();
  const reader = openSqliteReader({ file });
  try {
    const { problems } = (await verifyHomeStore(reader)) ?? { problems: [] };
    return problems.map(({ where, message }) => `${where}: ${message}`);
  } finally {
    await reader.close();
    rmSync(file);
  }
}

test('garbage in a row, a payload and a header', async () => {
  expect((await verified("update entity set body = 'x{' where kind = 'person'")).join()).toMatch(
    /^workspace:\S+: the row person:\S+ is not JSON; no row was compared$/,
  );
  expect(await verified("update event set payload = '{' where seq = 3")).toContain(
    'event 3: the payload of an event is not JSON',
  );
  expect(await verified("update event set header = 'null' where seq = 2")).toContain(
    'event 2: it has not the shape of an event',
  );
});
