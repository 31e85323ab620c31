/** Reads: the whole workspace at one point in time, and pages of its log. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { EventQuery, StoredEntity } from '../../app/ports.ts';
import type { Entity, EntityKind } from '../../core/state/entity.ts';
import type { EventHeader, EventPayload, EventType, StoredEvent } from '../../core/state/event.ts';
import { storeFault } from '../fault.ts';
import type { Connection } from './connection.ts';
import type { Database, Tables } from './schema.ts';

const selectPosition = 'select seq, version, head from workspace where id = ?';
const selectEntities = 'select kind, id, body from entity where workspace_id = ?';
const selectHeaders = 'select header from event where workspace_id = ? order by seq desc limit ?';
const selectLast = 'select header from event where workspace_id = ? order by seq desc limit 1';
/** The index has all that is needed to choose; only the headers that are answered are read. */
const selectHeadersOf = (types: number) => `select header from event where workspace_id = ? and seq in (
  select seq from event indexed by event_type
  where workspace_id = ? and type in (${Array.from({ length: types }, () => '?').join()}) order by seq desc limit ?
) order by seq desc`;
const selectTail = 'select header, hash, payload from event where workspace_id = ? and seq > ? order by seq';

interface EventRow {
  readonly header: string;
  readonly hash: string;
  readonly payload: string | null;
}

export interface Position {
  readonly seq: number;
  readonly version: number;
  readonly head: string;
}

/** Null when there is no such workspace. */
export function positionOf(connection: Connection, workspaceId: string): Position | null {
  const row = connection.prepare(selectPosition).get([workspaceId]) as Position | undefined;
  return row ? { seq: row.seq, version: row.version, head: row.head } : null;
}

export function tailAfter(connection: Connection, workspaceId: string, seq: number): StoredEvent[] {
  return (connection.prepare(selectTail).all([workspaceId, seq]) as EventRow[]).map(storedEvent);
}

export function loadAll(
  connection: Connection,
  workspaceId: string,
  headers: number,
  types?: readonly EventType[],
): { entities: StoredEntity[]; headers: EventHeader[] } {
  return connection.snapshot(() => {
    // Row by row: the texts of all at once would be as much again as what is made of them.
    const entities: StoredEntity[] = [];
    for (const row of connection.prepare(selectEntities).iterate([workspaceId])) entities.push(entityFrom(row as Row));
    const read = (statement: string, values: readonly (string | number)[]) =>
      Array.from(
        connection.prepare(statement).iterate(values),
        (row) => parsed((row as { header: string }).header, 'the header of an event') as EventHeader,
      );
    if (!types) return { entities, headers: read(selectHeaders, [workspaceId, headers]).reverse() };
    const chosen = read(selectHeadersOf(types.length), [workspaceId, workspaceId, ...types, headers]);
    const last = read(selectLast, [workspaceId]).filter(({ seq }) => seq !== chosen[0]?.seq);
    return { entities, headers: [...chosen.reverse(), ...last] };
  });
}

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly body: string;
}

function entityFrom({ kind, id, body }: Row): StoredEntity {
  return { kind: kind as EntityKind, id, entity: parsed(body, `the row ${kind}:${id}`) as Entity };
}

type EventSelection = SelectQueryBuilder<Tables, 'event', EventRow>;

export async function pageOfEvents(db: Database, workspaceId: string, query: EventQuery): Promise<StoredEvent[]> {
  const { subject, authorId, afterSeq, beforeSeq, newestFirst, limit } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new RangeError(`limit is ${limit}, not 1 to 500`);
  // No stored name holds a NUL, and none may be bound.
  if (subject?.includes('\0') || authorId?.includes('\0')) return [];
  let page: EventSelection = db
    .selectFrom('event')
    .select(['event.header', 'event.hash', 'event.payload'])
    .where('event.workspace_id', '=', workspaceId);
  if (subject !== undefined) {
    page = page.where('event.seq', 'in', (from) =>
      from
        .selectFrom('event_subject')
        .select('event_subject.seq')
        .where('event_subject.workspace_id', '=', workspaceId)
        .where('event_subject.subject', '=', subject),
    );
  }
  if (authorId !== undefined) page = page.where('event.author_id', '=', authorId);
  if (afterSeq !== undefined) page = page.where('event.seq', '>', afterSeq);
  if (beforeSeq !== undefined) page = page.where('event.seq', '<', beforeSeq);
  const rows = await page
    .orderBy('event.seq', newestFirst ? 'desc' : 'asc')
    .limit(sql.val(limit))
    .execute();
  return rows.map(storedEvent);
}

function storedEvent({ header, hash, payload }: EventRow): StoredEvent {
  return {
    header: parsed(header, 'the header of an event') as EventHeader,
    hash,
    payload: payload === null ? null : (parsed(payload, 'the payload of an event') as EventPayload),
  };
}

/** `verify` tells this fault from one of the disk by its code. */
function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw storeFault('unreadable_row', `${what} is not JSON`, error);
  }
}
