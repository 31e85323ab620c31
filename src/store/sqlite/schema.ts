/** The tables as Kysely's types. Bodies, headers and payloads are JSON text; instants are RFC 3339 text. */
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import type { Connection } from './connection.ts';

export interface Tables {
  meta: { key: string; value: string };
  /** The one row that every write of a workspace moves. */
  workspace: { id: string; seq: number; version: number; head: string };
  entity: { row: number; workspace_id: string; kind: string; id: string; body: string };
  event: {
    workspace_id: string;
    seq: number;
    /** Canonical JSON, the very bytes that `hash` is of. */
    header: string;
    hash: string;
    /** Null after a redaction. */
    payload: string | null;
    type: string;
    author_id: string;
    at: string;
  };
  event_subject: { workspace_id: string; subject: string; seq: number };
  note: { workspace_id: string; kind: string; id: string; at: string; body: string };
}

export type Database = Kysely<Tables>;

/** SQLite rolls schema changes back like any others; Kysely's own adapter does not rely on it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export function kyselyOver(connection: Connection): Database {
  const sqlite = new SqliteDialect({ database: connection });
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () => sqlite.createDriver(),
      createIntrospector: (database) => sqlite.createIntrospector(database),
      createQueryCompiler: () => sqlite.createQueryCompiler(),
    },
  });
}
