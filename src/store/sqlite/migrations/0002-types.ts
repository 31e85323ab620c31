/** Schema 2: events are found by their type, so that a start reads what a plan depends on and not every run. */
import { type Kysely, type Migration, sql } from 'kysely';

export const types: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index event_type on event (workspace_id, type, seq)`.execute(db);
  },
};
