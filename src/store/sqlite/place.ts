/** A database file in a folder of its own, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../conformance/case.ts';
import { openSqliteStore, type SqliteOptions, type SqliteStore } from './store.ts';

export interface SqlitePlace extends Place {
  readonly folder: string;
  readonly file: string;
  open(options?: Partial<SqliteOptions>): Promise<SqliteStore>;
}

export async function sqlitePlace(): Promise<SqlitePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'sidekicks-store-'));
  const file = join(folder, 'sidekicks.db');
  const opened: SqliteStore[] = [];
  return {
    folder,
    file,
    async open(options = {}) {
      const store = await openSqliteStore({ file, ...options });
      opened.push(store);
      return store;
    },
    async dispose() {
      for (const store of opened) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
