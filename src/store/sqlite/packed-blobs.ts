/** The bytes of artifacts and contracts inside a backup: one file holds all. A home keeps them as files. */
import type { Blobs } from '../../app/ports.ts';
import { openConnection } from './connection.ts';

const BUSY_MS = 5000;
const TABLE =
  'create table if not exists packed_blob (sha256 text primary key, bytes blob not null) strict, without rowid';

/** Into a backup that was just written. */
export async function packBlobs(file: string, blobs: Blobs): Promise<void> {
  const names = await blobs.names();
  if (names.length === 0) return;
  const connection = openConnection(file, { busyMs: BUSY_MS });
  try {
    connection.exec(TABLE);
    const insert = connection.prepare('insert or replace into packed_blob (sha256, bytes) values (?, ?)');
    for (const name of names) {
      const bytes = await blobs.get(name);
      if (bytes !== null) insert.run([name, bytes]);
    }
    connection.fold();
  } finally {
    connection.close();
  }
}

/** Out of a backup and into a home. Bytes that are not what their name says come in under their own name, to no use. */
export async function unpackBlobs(file: string, blobs: Blobs): Promise<void> {
  const connection = openConnection(file, { busyMs: BUSY_MS });
  try {
    const [table] = connection
      .prepare(`select name from sqlite_schema where name = 'packed_blob' and type = 'table'`)
      .all();
    if (!table) return;
    const names = connection.prepare('select sha256 from packed_blob').all() as readonly { sha256: string }[];
    const read = connection.prepare('select bytes from packed_blob where sha256 = ?');
    for (const { sha256 } of names) {
      const row = read.get([sha256]) as { bytes: Uint8Array } | undefined;
      if (row) await blobs.put(row.bytes);
    }
    connection.exec('drop table packed_blob');
    connection.fold();
  } finally {
    connection.close();
  }
}
