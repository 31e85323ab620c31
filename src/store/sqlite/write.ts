/** The rows of one write, in the order in which they must hold together. Called inside BEGIN IMMEDIATE only. */
import type { Write } from '../../app/ports.ts';
import type { Touched } from '../../core/state/apply.ts';
import type { EventHeader, StoredEvent } from '../../core/state/event.ts';
import type { Task } from '../../core/workspace/task.ts';
import { storeFault } from '../fault.ts';
import type { Connection } from './connection.ts';

const insertWorkspace = 'insert into workspace (id, seq, version, head) values (?, 0, 0, ?)';
/** The check and the move are one statement, so a second writer cannot come between them. */
const moveWorkspace = 'update workspace set seq = ?, version = ?, head = ? where id = ? and seq = ? and head = ?';
const insertEvent = `insert into event (workspace_id, seq, header, hash, payload, type, author_id, at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`;
const insertSubject = 'insert or ignore into event_subject (workspace_id, subject, seq) values (?, ?, ?)';
const upsertEntity = `insert into entity (workspace_id, kind, id, body) values (?, ?, ?, ?)
  on conflict (workspace_id, kind, id) do update set body = excluded.body returning row`;
const replaceText = 'insert or replace into task_text (rowid, title, tags, description) values (?, ?, ?, ?)';
const deleteText = 'delete from task_text where rowid = ?';

/** The row as it stands before the first write. */
export function addWorkspace(connection: Connection, workspaceId: string, head: string): void {
  connection.prepare(insertWorkspace).run([workspaceId, head]);
}

/** `knownSeq` is the last event's number before this write. */
export function writeRows(connection: Connection, workspaceId: string, knownSeq: number, write: Write): void {
  const first = write.events[0];
  const last = write.events.at(-1);
  if (!first || !last)
    throw storeFault('broken_sequence', 'a write without events would change rows that the log does not explain');
  write.events.forEach((event, index) => {
    const { seq } = event.header;
    if (seq !== knownSeq + 1 + index)
      throw storeFault('broken_sequence', `event ${seq} does not follow ${knownSeq + index}`);
  });
  const moved = connection
    .prepare(moveWorkspace)
    .run([last.header.seq, last.header.version, last.hash, workspaceId, knownSeq, first.header.previousHash]);
  if (Number(moved.changes) !== 1) {
    throw storeFault('broken_sequence', `event ${first.header.seq} does not continue the log of ${workspaceId}`);
  }
  writeEvents(connection, workspaceId, write.events);
  writeEntities(connection, workspaceId, write.touched);
}

/** Table by table, and text before rows: alternating between them made the same rows a third slower. */
function writeEvents(connection: Connection, workspaceId: string, events: readonly StoredEvent[]): void {
  const rows = events.map(({ header, hash, payload }) => [
    workspaceId,
    header.seq,
    headerText(header),
    hash,
    payload === null ? null : JSON.stringify(payload),
    header.type,
    header.author.id,
    header.at,
  ]);
  const event = connection.prepare(insertEvent);
  for (const row of rows) event.run(row);
  const subject = connection.prepare(insertSubject);
  for (const { header } of events) {
    for (const name of header.subjects) subject.run([workspaceId, name, header.seq]);
  }
}

/**
 * The header's canonical JSON. A header nests nothing but its author, so ordering two levels of names is enough, and
 * four times faster than `canonicalJson`; conformance compares the two.
 */
export function headerText(header: EventHeader): string {
  return JSON.stringify(inOrder({ ...header, author: inOrder(header.author) }));
}

function inOrder(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function writeEntities(connection: Connection, workspaceId: string, touched: Touched): void {
  const all = [...touched.values()];
  const bodies = all.map(({ entity }) => JSON.stringify(entity));
  const upsert = connection.prepare(upsertEntity);
  const rows = all.map(({ kind, id }, index) => upsert.get([workspaceId, kind, id, bodies[index]]) as { row: number });
  all.forEach(({ kind, entity }, index) => {
    const row = rows[index]?.row;
    if (kind === 'task' && row !== undefined) writeText(connection, row, entity as Task);
  });
}

/** Only live tasks are found; the trash is not. */
function writeText(connection: Connection, row: number, task: Task): void {
  if (task.trashedAt !== null) connection.prepare(deleteText).run([row]);
  else
    connection.prepare(replaceText).run([row, ...[task.title, task.tags.join(' '), task.description].map(withoutNul)]);
}

/** Bodies are JSON, where a NUL is an escape; only here does text reach a column as it is. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', ' ');
}
