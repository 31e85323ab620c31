/**
 * What app needs of the world. A store is a folder under `store/` that passes `store/conformance.ts`; nothing here names
 * a database.
 */
import type { Touched } from '../core/state/apply.ts';
import type { Entity, EntityKind } from '../core/state/entity.ts';
import type { EventHeader, EventType, StoredEvent } from '../core/state/event.ts';

export interface StoredEntity {
  readonly kind: EntityKind;
  readonly id: string;
  readonly entity: Entity;
}

/** What one command writes: all of it or nothing. */
export interface Write {
  readonly events: readonly StoredEvent[];
  readonly touched: Touched;
}

export interface EventQuery {
  readonly afterSeq?: number;
  readonly beforeSeq?: number;
  /** `kind:id`. */
  readonly subject?: string;
  /** An author's id. */
  readonly authorId?: string;
  readonly newestFirst?: boolean;
  /** 1 to 500. */
  readonly limit: number;
}

export interface SearchHit {
  readonly taskId: string;
}

export interface SearchQuery {
  /** Words; each must occur (prefixes count). Never the store's own query language. */
  readonly text: string;
  readonly offset: number;
  readonly limit: number;
}

/** Of `at`, the first inclusive, the second exclusive; ids that begin so. */
export interface NoteRange {
  readonly from?: string;
  readonly before?: string;
  readonly idPrefix?: string;
}

/** Short-lived rows outside the chain: drafts, evaluations, last use. They never carry authority. */
export interface Notes {
  /** `at`: text that sorts by time, as `instantKey` makes it. */
  put(kind: string, id: string, at: string, body: unknown): Promise<void>;
  get(kind: string, id: string): Promise<unknown>;
  /** Newest first: of all, or of those within. */
  list(
    kind: string,
    limit: number,
    within?: NoteRange,
  ): Promise<readonly { readonly id: string; readonly at: string; readonly body: unknown }[]>;
  remove(kind: string, id: string): Promise<void>;
  /** Drops what is older; returns how many. */
  prune(kind: string, before: string): Promise<number>;
}

export interface Store {
  /** The workspaces in this store. */
  workspaces(): Promise<readonly string[]>;
  /**
   * All entities and the newest headers (oldest first), read at one point in time. With `types`: the newest of these
   * types, however many of others came since, and behind them the very last header, whatever its type.
   */
  load(
    workspaceId: string,
    headers: number,
    types?: readonly EventType[],
  ): Promise<{ readonly entities: readonly StoredEntity[]; readonly headers: readonly EventHeader[] }>;
  /**
   * Runs `work` inside one exclusive write transaction. `tail` holds the events after `knownSeq` that another process
   * wrote. `work` is synchronous and pure; a null write ends the transaction without a trace. Resolves only when the
   * write is durable. The workspace row's `seq` is moved from the old to the new one in the same statement that checks it.
   */
  transact<T>(
    workspaceId: string,
    knownSeq: number,
    work: (tail: readonly StoredEvent[]) => { readonly write: Write | null; readonly value: T },
  ): Promise<T>;
  /** The row that every write moves: the last event's number and hash, and the version. Null = no such workspace. */
  position(
    workspaceId: string,
  ): Promise<{ readonly seq: number; readonly version: number; readonly head: string } | null>;
  /** The first write of a workspace. */
  create(workspaceId: string, write: Write): Promise<void>;
  events(workspaceId: string, query: EventQuery): Promise<readonly StoredEvent[]>;
  /** The first events that are filed under another type, time, author or subject than their header names. */
  misfiled(workspaceId: string, limit: number): Promise<readonly number[]>;
  /** Empties a payload; the header and its hash stay. */
  redact(workspaceId: string, seq: number): Promise<void>;
  search(
    workspaceId: string,
    query: SearchQuery,
  ): Promise<{ readonly hits: readonly SearchHit[]; readonly total: number }>;
  notes(workspaceId: string): Notes;
  /** A consistent copy into a new file. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Ids {
  /** A fresh uuidv7. */
  next(): string;
}

/** One line of a run's live log. */
export interface Step {
  readonly at: string;
  readonly kind: 'message' | 'thought' | 'tool' | 'plan' | 'usage' | 'permission' | 'stderr' | 'note';
  readonly text: string;
  readonly detail?: unknown;
}

/** Bytes by their SHA-256, written once: contracts, artifacts, snapshots. A row of the log names each. */
export interface Blobs {
  /** Durable when it resolves. */
  put(bytes: Uint8Array): Promise<string>;
  /** Null = not there, or damaged (the hash is checked). */
  get(sha256: string): Promise<Buffer | null>;
  /** All that there are, in no order. */
  names(): Promise<readonly string[]>;
}

/** The agents' steps, beside the chain: many, and no evidence. */
export interface RunLogs {
  append(runId: string, step: Step): void;
  /** From a step number on. */
  read(
    runId: string,
    from: number,
    limit: number,
  ): Promise<{ readonly steps: readonly Step[]; readonly total: number }>;
  close(): Promise<void>;
}
