/** What somebody with the file can do to a stored workspace: edit a column, or edit and seal the chain anew. */
import { join } from 'node:path';
import type { EventHeader, EventPayload } from '../../src/core/state/event.ts';
import { hashOfHeader } from '../../src/core/state/seal.ts';
import { canonicalJson, sha256 } from '../../src/kit/json.ts';
import { type RawDatabase, sqliteLibrary } from '../../src/store/sqlite/driver.ts';

export function inDatabase<T>(home: string, work: (database: RawDatabase) => T): T {
  const { DatabaseSync } = sqliteLibrary().library;
  const database = new DatabaseSync(join(home, 'sidekicks.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

interface EventRow {
  readonly seq: number;
  readonly header: string;
  readonly payload: string;
}

/** Changes whatever holds the words, rows and payloads alike, and makes every hash from there on fit again. */
export function rewriteAll(database: RawDatabase, words: string, others: string): void {
  database.prepare('update entity set body = replace(body, ?, ?)').run(words, others);
  database.prepare('update event set payload = replace(payload, ?, ?)').run(words, others);
  resealed(database);
}

function resealed(database: RawDatabase): void {
  const rows = database.prepare('select seq, header, payload from event order by seq').all() as EventRow[];
  const update = database.prepare('update event set header = ?, hash = ? where seq = ?');
  let previousHash: string | null = null;
  for (const row of rows) {
    const old = JSON.parse(row.header) as EventHeader;
    const payloadHash = sha256(canonicalJson(JSON.parse(row.payload) as EventPayload));
    const header: EventHeader = { ...old, payloadHash, previousHash: previousHash ?? old.previousHash };
    previousHash = hashOfHeader(header);
    update.run(canonicalJson(header), previousHash, row.seq);
  }
  database.prepare('update workspace set head = ?').run(previousHash);
}
