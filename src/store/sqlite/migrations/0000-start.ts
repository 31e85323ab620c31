/** Schema 0: workspaces, their entities and their event log. */
import { type Kysely, type Migration, sql } from 'kysely';

const tables = [
  sql`create table meta (key text primary key, value text not null) strict`,
  sql`create table workspace (
    id text primary key,
    seq integer not null,
    version integer not null,
    head text not null
  ) strict`,
  sql`create table entity (
    workspace_id text not null references workspace (id),
    kind text not null,
    id text not null,
    body text not null,
    primary key (workspace_id, kind, id)
  ) strict`,
  sql`create table event (
    workspace_id text not null references workspace (id),
    seq integer not null,
    header text not null,
    hash text not null,
    payload text,
    type text not null,
    at text not null,
    primary key (workspace_id, seq)
  ) strict`,
  sql`create table event_subject (
    workspace_id text not null,
    subject text not null,
    seq integer not null,
    primary key (workspace_id, subject, seq)
  ) strict, without rowid`,
];

export const start: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of tables) await table.execute(db);
  },
};
