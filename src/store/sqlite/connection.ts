/**
 * One connection with the settings that make a commit durable, its statements cached. Everything in it is synchronous,
 * on the main thread: a plan's commit costs about a millisecond, and a worker thread that ends inside a query aborts
 * the process.
 */
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { storeFault } from '../fault.ts';
import { type Bindable, type RawDatabase, type RawStatement, type SqliteSource, sqliteLibrary } from './driver.ts';

export interface Statement extends SqliteStatement {
  get(values?: readonly unknown[]): unknown;
  all(values?: readonly unknown[]): unknown[];
  run(values?: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(values?: readonly unknown[]): IterableIterator<unknown>;
}

export interface Connection extends SqliteDatabase {
  readonly source: SqliteSource;
  readonly readOnly: boolean;
  prepare(sql: string): Statement;
  exec(sql: string): void;
  /** How long a statement waits for another process, in milliseconds; it blocks the event loop meanwhile. */
  waitFor(busyMs: number): void;
  /** `work` between BEGIN IMMEDIATE and COMMIT; whatever throws rolls back. */
  immediate<T>(work: () => T): T;
  /** `work` sees one point in time. */
  snapshot<T>(work: () => T): T;
  /** Moves what the WAL holds into the database file and empties it, unless another connection is in the way. */
  fold(): void;
  close(): void;
}

/** 512 prepared statements; a hundred thousand uncached ones grew the process by 240 MB. */
const MAX_CACHED = 512;

export function openConnection(
  file: string,
  options: { readonly busyMs: number; readonly readOnly?: boolean },
): Connection {
  const { source, library } = sqliteLibrary();
  const { readOnly = false } = options;
  const raw = new library.DatabaseSync(file, { readOnly });
  try {
    raw.exec(`pragma busy_timeout=${Math.trunc(options.busyMs)}`);
    raw.exec('pragma foreign_keys=on; pragma trusted_schema=off');
    if (!readOnly) makeDurable(raw);
  } catch (error) {
    raw.close();
    throw error;
  }
  return connectionOver(raw, { source, readOnly });
}

/** Set at every open, not once per file: a file in WAL mode is reopened by the package at synchronous=NORMAL. */
function makeDurable(raw: RawDatabase): void {
  raw.exec('pragma journal_mode=wal; pragma synchronous=full; pragma journal_size_limit=67108864');
  const mode = pragma(raw, 'journal_mode');
  const level = pragma(raw, 'synchronous');
  if (mode !== 'wal' || level !== 2) {
    throw storeFault(
      'not_durable',
      `SQLite runs with journal_mode=${mode}, synchronous=${level}; wal and 2 are needed`,
    );
  }
}

function pragma(raw: RawDatabase, name: string): unknown {
  const row = raw.prepare(`pragma ${name}`).get() as Record<string, unknown> | undefined;
  return row?.[name];
}

function connectionOver(raw: RawDatabase, kind: Pick<Connection, 'source' | 'readOnly'>): Connection {
  const cache = new Map<string, Statement>();
  let isOpen = true;

  const rollback = () => {
    if (raw.isTransaction) raw.exec('rollback');
  };
  const between = <T>(begin: string, work: () => T): T => {
    raw.exec(begin);
    try {
      const result = work();
      raw.exec('commit');
      return result;
    } catch (error) {
      rollback();
      throw error;
    }
  };

  return {
    ...kind,
    exec: (sql) => raw.exec(sql),
    prepare(sql) {
      // Kysely starts its transactions with a plain `begin`, which would take the write lock only at the first write.
      const text = sql === 'begin' ? 'begin immediate' : sql;
      const cached = cache.get(text);
      if (cached) return cached;
      if (cache.size >= MAX_CACHED) cache.clear();
      const made = statementOver(raw.prepare(text), () => raw.prepare(text));
      cache.set(text, made);
      return made;
    },
    waitFor: (busyMs) => raw.exec(`pragma busy_timeout=${Math.trunc(busyMs)}`),
    immediate: (work) => between('begin immediate', work),
    snapshot: (work) => between('begin', work),
    fold() {
      // Answers a row that says whether it was busy; it throws only on a broken disk.
      raw.prepare('pragma wal_checkpoint(truncate)').all();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      cache.clear();
      // The package does not finalize statements when it closes, so a transaction left open would keep its lock.
      rollback();
      raw.close();
    },
  };
}

function statementOver(raw: RawStatement, fresh: () => RawStatement): Statement {
  return {
    reader: raw.columns().length > 0,
    get: (values = []) => raw.get(...values.map(bindable)),
    all: (values = []) => raw.all(...values.map(bindable)),
    run: (values = []) => raw.run(...values.map(bindable)),
    // A second run of a statement ends its live iterator, so the cached one is never iterated.
    iterate: (values = []) => fresh().iterate(...values.map(bindable)),
  };
}

/**
 * What both libraries bind alike. `node:sqlite` binds every number as REAL, the package whole ones as INTEGER: a bigint
 * is INTEGER in both. The package cuts text at a NUL, so that two ids could become one: no text with a NUL is bound.
 */
function bindable(value: unknown): Bindable {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new TypeError('cannot bind text that holds a NUL');
    return value;
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`cannot bind ${typeof value} to a SQLite parameter`);
}

/** SQLite's primary result code, or 0 for any other error. */
export function resultCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : 0;
}

export const BUSY = 5;
/** I/O error, corrupt file, not a database: what the disk holds is no longer certain. */
export const UNCERTAIN: readonly number[] = [10, 11, 26];
