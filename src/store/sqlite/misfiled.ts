/** Events that are not found under what their header says: who filed them anew hid them, and every hash still fits. */
import type { Connection } from './connection.ts';

const own = `select seq from event where workspace_id = ?1 and json_valid(header)
  and (type is not header ->> '$.type' or at is not header ->> '$.at' or author_id is not header ->> '$.author.id')`;

/** The subjects of each header, one a row. */
const named = `select event.seq, subject.value from event, json_each(event.header, '$.subjects') as subject
  where event.workspace_id = ?1 and json_valid(event.header)`;
const filed = 'select seq, subject from event_subject where workspace_id = ?1';

const select = `with named as materialized (${named}), filed as (${filed})
  select seq from (${own} union select seq from (select * from named except select * from filed)
  union select seq from (select * from filed except select * from named)) order by seq limit ?2`;

export function misfiled(connection: Connection, workspaceId: string, limit: number): readonly number[] {
  return (connection.prepare(select).all([workspaceId, limit]) as { readonly seq: number }[]).map(({ seq }) => seq);
}
