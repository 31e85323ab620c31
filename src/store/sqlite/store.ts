/**
 * The embedded store: one file, one connection, one process at a time writing.
 *
 * Invariants:
 * 1. A promise of `transact` resolves after the commit was flushed, or rejects and nothing of it is stored.
 * 2. Between BEGIN IMMEDIATE and COMMIT no other code of this process runs.
 * 3. After a failed flush nothing is written any more: what the disk holds is unknown until the file is opened again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventQuery, Notes, SearchQuery, Store, Write } from '../../app/ports.ts';
import type { EventType, StoredEvent } from '../../core/state/event.ts';
import { storeFault } from '../fault.ts';
import { BUSY, type Connection, openConnection, resultCode, UNCERTAIN } from './connection.ts';
import type { SqliteSource } from './driver.ts';
import { copyInto, preparePrivateFile, refuseUnsafe } from './file.ts';
import { migrate, refuseForeignSchema, refuseOtherSchema } from './migrate.ts';
import { misfiled } from './misfiled.ts';
import { notesOver, type Runner } from './notes.ts';
import { loadAll, type Position, pageOfEvents, positionOf, tailAfter } from './read.ts';
import { type Database, kyselyOver } from './schema.ts';
import { searchTasks } from './search.ts';
import { addWorkspace, writeRows } from './write.ts';

export interface SqliteOptions {
  readonly file: string;
  /** How long a write waits for another process, in milliseconds. */
  readonly busyMs?: number;
  /** Kept in the file for people who look into it. */
  readonly appVersion?: string;
}

/** A statement may block the event loop this long, in milliseconds; a longer wait is spent asleep. */
const BLOCKING_WAIT = 20;

/** Opens the file, makes it when there is none, migrates an older schema. Throws a `StoreFault`. */
export async function openSqliteStore(options: SqliteOptions): Promise<SqliteStore> {
  const { file, busyMs = 5000 } = options;
  preparePrivateFile(file);
  refuseForeignSchema(file, busyMs);
  const connection = openConnection(file, { busyMs });
  try {
    const db = kyselyOver(connection);
    await migrate(db);
    if (options.appVersion !== undefined) await stampVersion(db, options.appVersion);
    connection.waitFor(Math.min(busyMs, BLOCKING_WAIT));
    return new SqliteStore(connection, db, busyMs);
  } catch (error) {
    connection.close();
    throw error;
  }
}

export type SqliteReader = Pick<Store, 'workspaces' | 'load' | 'events' | 'position' | 'close'>;

/**
 * Opens a store that is there already, to read it: nothing is made, migrated, or moved from the WAL into the file, so
 * any number may read beside each other and beside a writer. Throws a `StoreFault`.
 */
export function openSqliteReader({ file, busyMs = 5000 }: Pick<SqliteOptions, 'file' | 'busyMs'>): SqliteReader {
  refuseUnsafe(file);
  const connection = openConnection(file, { busyMs, readOnly: true });
  try {
    refuseOtherSchema(connection, file);
    connection.waitFor(Math.min(busyMs, BLOCKING_WAIT));
    return new SqliteStore(connection, kyselyOver(connection), busyMs);
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function stampVersion(db: Database, value: string): Promise<void> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'app').executeTakeFirst();
  if (row?.value !== value) await db.replaceInto('meta').values({ key: 'app', value }).execute();
}

export class SqliteStore implements Store {
  readonly source: SqliteSource;
  readonly #connection: Connection;
  readonly #db: Database;
  readonly #busyMs: number;
  readonly #run: Runner;
  #turn: Promise<unknown> = Promise.resolve();
  #state: 'open' | 'faulted' | 'closed' = 'open';

  constructor(connection: Connection, db: Database, busyMs: number) {
    this.source = connection.source;
    this.#connection = connection;
    this.#db = db;
    this.#busyMs = busyMs;
    this.#run = { read: (query) => this.#read(query), write: (query) => this.#write(query) };
  }

  /** True after a failed write or flush: reads go on, writes throw. */
  get faulted(): boolean {
    return this.#state === 'faulted';
  }

  async workspaces(): Promise<readonly string[]> {
    const rows = await this.#read(() => this.#db.selectFrom('workspace').select('id').orderBy('id').execute());
    return rows.map(({ id }) => id);
  }

  load(workspaceId: string, headers: number, types?: readonly EventType[]) {
    return this.#read(() => loadAll(this.#connection, workspaceId, headers, types));
  }

  transact<T>(
    workspaceId: string,
    knownSeq: number,
    work: (tail: readonly StoredEvent[]) => { readonly write: Write | null; readonly value: T },
  ): Promise<T> {
    const connection = this.#connection;
    return this.#write(() =>
      connection.immediate(() => {
        const seq = positionOf(connection, workspaceId)?.seq;
        if (seq === undefined) throw storeFault('no_such_workspace', `there is no workspace ${workspaceId}`);
        if (seq < knownSeq) {
          throw storeFault('broken_sequence', `the log ends at ${seq}, before the ${knownSeq} that was read of it`);
        }
        const tail = seq === knownSeq ? [] : tailAfter(connection, workspaceId, knownSeq);
        const { write, value } = work(tail);
        if (write) writeRows(connection, workspaceId, seq, write);
        return value;
      }),
    );
  }

  position(workspaceId: string): Promise<Position | null> {
    return this.#read(() => positionOf(this.#connection, workspaceId));
  }

  create(workspaceId: string, write: Write): Promise<void> {
    const connection = this.#connection;
    return this.#write(() =>
      connection.immediate(() => {
        if (positionOf(connection, workspaceId) !== null) {
          throw storeFault('workspace_exists', `there is a workspace ${workspaceId} already`);
        }
        addWorkspace(connection, workspaceId, write.events[0]?.header.previousHash ?? '');
        writeRows(connection, workspaceId, 0, write);
      }),
    );
  }

  events(workspaceId: string, query: EventQuery): Promise<readonly StoredEvent[]> {
    return this.#read(() => pageOfEvents(this.#db, workspaceId, query));
  }

  misfiled(workspaceId: string, limit: number): Promise<readonly number[]> {
    return this.#read(() => misfiled(this.#connection, workspaceId, limit));
  }

  async redact(workspaceId: string, seq: number): Promise<void> {
    const where = [workspaceId, seq];
    await this.#write(() => {
      const connection = this.#connection;
      // What is redacted must be gone from the file too, not only from its tables.
      connection.exec('pragma secure_delete=on');
      try {
        const { changes } = connection
          .prepare('update event set payload = null where workspace_id = ? and seq = ?')
          .run(where);
        if (Number(changes) !== 1) throw storeFault('no_such_event', `${workspaceId} has no event ${seq}`);
      } finally {
        connection.exec('pragma secure_delete=off');
      }
      connection.fold();
    });
  }

  search(workspaceId: string, query: SearchQuery) {
    return this.#read(() => searchTasks(this.#connection, workspaceId, query));
  }

  notes(workspaceId: string): Notes {
    return notesOver(this.#db, this.#run, workspaceId);
  }

  backup(file: string): Promise<void> {
    return this.#inTurn(() => this.#read(() => copyInto(this.#connection, file)));
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      const wasOpen = this.#state === 'open';
      this.#state = 'closed';
      // The package leaves the WAL behind when it closes; whoever then moves the database would lose what is in it.
      try {
        if (wasOpen && !this.#connection.readOnly) this.#connection.fold();
      } finally {
        this.#connection.close();
      }
    });
  }

  #read<T>(query: () => T | Promise<T>): Promise<T> {
    return this.#whenFree(query);
  }

  /** Writes run one after the other, in the order in which they were asked for. */
  #write<T>(query: () => T | Promise<T>): Promise<T> {
    return this.#inTurn(() =>
      this.#whenFree(() => {
        if (this.#state === 'faulted') {
          throw storeFault(
            'store_faulted',
            'an earlier write failed, so this store only reads until it is opened again',
          );
        }
        return query();
      }),
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Tries until no other process is in the way. A query that found the file busy has done nothing. */
  async #whenFree<T>(query: () => T | Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#busyMs;
    for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
      if (this.#state === 'closed') throw storeFault('store_closed', 'the store is closed');
      try {
        return await query();
      } catch (error) {
        if (UNCERTAIN.includes(resultCode(error))) this.#state = 'faulted';
        if (resultCode(error) !== BUSY) throw error;
        if (performance.now() > deadline) {
          throw storeFault('store_busy', `another process held the store for ${this.#busyMs} ms`, error);
        }
      }
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
