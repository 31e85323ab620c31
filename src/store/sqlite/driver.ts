/**
 * Which SQLite this process uses: `node:sqlite` where this Node has a fit one, else the API-identical package
 * `@photostructure/sqlite`. Decided once per process, because two SQLite libraries on one file in one process do not
 * see each other's locks (POSIX locks belong to the process): both got BEGIN IMMEDIATE at once.
 */
import { createRequire } from 'node:module';

export type Bindable = null | number | bigint | string | Uint8Array;

export interface RawStatement {
  run(...values: Bindable[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: Bindable[]): unknown;
  all(...values: Bindable[]): unknown[];
  iterate(...values: Bindable[]): IterableIterator<unknown>;
  columns(): readonly unknown[];
}

export interface RawDatabase {
  exec(sql: string): void;
  prepare(sql: string): RawStatement;
  close(): void;
  readonly isTransaction: boolean;
}

interface SqliteModule {
  readonly DatabaseSync: new (file: string, options?: { readOnly?: boolean }) => RawDatabase;
}

export type SqliteSource = 'builtin' | 'package';

let chosen: { readonly source: SqliteSource; readonly library: SqliteModule } | undefined;

export function sqliteLibrary(): { readonly source: SqliteSource; readonly library: SqliteModule } {
  chosen ??= choose();
  return chosen;
}

function choose(): { readonly source: SqliteSource; readonly library: SqliteModule } {
  const builtin = isBuiltinFit(process.versions.sqlite) ? process.getBuiltinModule('node:sqlite' as 'fs') : undefined;
  if (builtin) return { source: 'builtin', library: builtin as unknown as SqliteModule };
  // A require at run time: the package loads a binary that lies beside its own files, so it is never bundled.
  const library = createRequire(import.meta.url)('@photostructure/sqlite') as SqliteModule;
  return { source: 'package', library };
}

/**
 * SQLite before 3.51.3 can corrupt a file when a WAL is reset (sqlite.org/wal.html), and the Node versions that carry
 * an older one lack `columns()` and `isTransaction`. `SIDEKICKS_SQLITE=package` forces the package.
 */
export function isBuiltinFit(version: string | undefined, forced = process.env.SIDEKICKS_SQLITE): boolean {
  if (version === undefined || forced === 'package') return false;
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)));
}
