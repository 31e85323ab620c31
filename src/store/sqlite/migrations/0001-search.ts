/** Schema 1: the author of an event as a column, short-lived notes, and full text over live tasks. */
import { type Kysely, type Migration, sql } from 'kysely';

const steps = [
  // A column that is NOT NULL cannot be added without a default that would be a lie; so the table is made anew.
  sql`create table event_1 (
    workspace_id text not null references workspace (id),
    seq integer not null,
    header text not null,
    hash text not null,
    payload text,
    type text not null,
    author_id text not null,
    at text not null,
    primary key (workspace_id, seq)
  ) strict`,
  sql`insert into event_1
    select workspace_id, seq, header, hash, payload, type, json_extract(header, '$.author.id'), at
    from event order by workspace_id, seq`,
  sql`drop table event`,
  sql`alter table event_1 rename to event`,
  sql`create index event_author on event (workspace_id, author_id, seq)`,

  // The row number ties an entity to its full text. It must be a column: VACUUM renumbers an implicit one.
  sql`create table entity_1 (
    row integer primary key,
    workspace_id text not null references workspace (id),
    kind text not null,
    id text not null,
    body text not null,
    unique (workspace_id, kind, id)
  ) strict`,
  sql`insert into entity_1 (workspace_id, kind, id, body)
    select workspace_id, kind, id, body from entity order by workspace_id, kind, id`,
  sql`drop table entity`,
  sql`alter table entity_1 rename to entity`,

  sql`create table note (
    workspace_id text not null references workspace (id),
    kind text not null,
    id text not null,
    at text not null,
    body text not null,
    primary key (workspace_id, kind, id)
  ) strict`,
  sql`create index note_age on note (workspace_id, kind, at)`,

  // Without a copy of the text: the entity's body is the only place that holds it.
  sql`create virtual table task_text using fts5 (
    title, tags, description,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  )`,
  sql`insert into task_text (rowid, title, tags, description)
    select row, body ->> 'title', body ->> 'tags', body ->> 'description'
    from entity where kind = 'task' and body ->> 'trashedAt' is null`,
];

export const search: Migration = {
  async up(db: Kysely<unknown>) {
    for (const step of steps) await step.execute(db);
  },
};
