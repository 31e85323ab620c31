/** Brings a file to this program's schema. An older one is migrated in one transaction, a newer one refused untouched. */
import { type Migration, Migrator } from 'kysely';
import { storeFault } from '../fault.ts';
import { type Connection, openConnection } from './connection.ts';
import { start } from './migrations/0000-start.ts';
import { search } from './migrations/0001-search.ts';
import { types } from './migrations/0002-types.ts';
import type { Database } from './schema.ts';

/** Schema n is what migrations 0 to n make. Their names are stored in the file: never rename one. */
const migrations: Readonly<Record<string, Migration>> = {
  '0000-start': start,
  '0001-search': search,
  '0002-types': types,
};

export const SCHEMA = Object.keys(migrations).length - 1;

/** Through a read-only connection: a writing one would turn the file to WAL mode, or fold its WAL in when it closes. */
export function refuseForeignSchema(file: string, busyMs: number): void {
  const connection = openConnection(file, { busyMs, readOnly: true });
  try {
    knownSchema(connection, file);
  } finally {
    connection.close();
  }
}

/** For who only reads, and so cannot bring the file up to date. */
export function refuseOtherSchema(connection: Connection, file: string): void {
  const schema = knownSchema(connection, file);
  if (schema === SCHEMA) return;
  const has = schema === undefined ? 'no schema yet' : `schema ${schema}, older than ${SCHEMA}`;
  throw storeFault('schema_too_old', `${file} has ${has}; it was not touched. Start Sidekicks once, which migrates it`);
}

/** Undefined: an empty file, a store whose first opener has not come to its first table yet. */
function knownSchema(connection: Connection, file: string): number | undefined {
  const programs = connection.prepare(`select name from sqlite_schema where type in ('trigger', 'view')`).all();
  // Ours has none: one that came with a file would act on every later write.
  if (programs.length > 0) throw storeFault('not_a_store', `${file} holds triggers or views of somebody else`);
  const tables = connection.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[];
  if (tables.every(({ name }) => name.startsWith('kysely_'))) return undefined;
  const schema = tables.some(({ name }) => name === 'meta')
    ? schemaOf(connection.prepare(SCHEMA_ROW).get())
    : undefined;
  if (schema === undefined) throw storeFault('not_a_store', `${file} is a database of another program`);
  if (schema > SCHEMA) {
    throw storeFault(
      'schema_too_new',
      `${file} has schema ${schema}, this version of Sidekicks knows ${SCHEMA}; it was not touched. Start the newer version`,
    );
  }
  return schema;
}

const SCHEMA_ROW = `select value from meta where key = 'schema'`;

function schemaOf(row: unknown): number | undefined {
  const schema = Number((row as { value?: string } | undefined)?.value);
  return Number.isSafeInteger(schema) ? schema : undefined;
}

export async function migrate(db: Database, target = SCHEMA): Promise<void> {
  const name = Object.keys(migrations)[target];
  if (name === undefined) throw new RangeError(`there is no schema ${target}`);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...stamped(target) }) } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

/** Each migration also writes its number, in its own transaction, so that the number can never be ahead of the tables. */
function stamped(target: number): Record<string, Migration> {
  const entries = Object.entries(migrations).slice(0, target + 1);
  return Object.fromEntries(
    entries.map(([name, { up }], schema): [string, Migration] => [
      name,
      {
        async up(db) {
          await up(db);
          const row = { key: 'schema', value: String(schema) };
          await (db as Database).replaceInto('meta').values(row).execute();
        },
      },
    ]),
  );
}
