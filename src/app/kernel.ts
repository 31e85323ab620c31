/**
 * load -> decide -> append -> announce. The workspace lives in memory; a command is decided inside the store's exclusive
 * transaction, after the events that another process wrote were applied. Memory moves only after the transaction.
 */
import type { Author } from '../core/access/author.ts';
import { absorb, emptyState } from '../core/state/absorb.ts';
import { apply } from '../core/state/apply.ts';
import type { Context, Decision } from '../core/state/decision.ts';
import type { Entity, EntityKind } from '../core/state/entity.ts';
import { type EventHeader, raisingTypes, type StoredEvent } from '../core/state/event.ts';
import { isAhead } from '../core/state/log-clock.ts';
import { hashOfHeader, headOf, journalOf, seal } from '../core/state/seal.ts';
import { JOURNAL_LENGTH, type State } from '../core/state/state.ts';
import { formatInstant, parseInstant, withinYears } from '../core/workspace/time.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { done, type Result } from '../kit/result.ts';
import type { Clock, Ids, Store, StoredEntity } from './ports.ts';

/** What a command made: its answer and where the log stands now. */
export interface Written<T> {
  readonly value: T;
  readonly seq: number;
  readonly version: number;
}

export type Decide<T> = (state: State, context: Context) => Decision<T>;

export interface Kernel {
  readonly state: State;
  /**
   * Now, in milliseconds, never earlier than the last event. What lapses or expires is compared with this: a clock that is
   * set back must not bring an old approval or token back.
   */
  now(): number;
  /** When the log ends, if that is more than five minutes ahead of the wall clock; else null. */
  endAhead(): string | null;
  execute<T>(author: Author, decide: Decide<T>): Promise<Result<Written<T>>>;
  /** Called after every write, in order of seq, also for events of other processes. Returns its own end. */
  onEvents(listener: (events: readonly StoredEvent[]) => void): () => void;
}

export async function openKernel(parts: {
  store: Store;
  workspaceId: string;
  clock: Clock;
  ids: Ids;
}): Promise<Kernel> {
  const { store, workspaceId, clock, ids } = parts;
  const { entities, headers } = await store.load(workspaceId, JOURNAL_LENGTH, raisingTypes);
  const state = rebuild(entities, headers);
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  let lastMs = laterOf(0, headers.at(-1));
  const now = () => withinYears(Math.max(clock.now(), lastMs));

  const take = (found: readonly StoredEvent[]): void => {
    const events = takeInto(state, found);
    lastMs = laterOf(lastMs, events.at(-1)?.header);
    if (events.length > 0) for (const listener of listeners) listener(events);
  };

  return {
    state,
    now,
    endAhead: () => (isAhead(lastMs, clock.now()) ? formatInstant(lastMs) : null),
    async execute(author, decide) {
      let appended: readonly StoredEvent[] = [];
      const result = await store.transact(workspaceId, state.workspace.seq, (tail) => {
        // Another process's events are durable already: memory may take them before we decide.
        take(tail);
        appended = [];
        // Only now: the tail may be of a process whose clock is ahead. So the log itself never goes back in time.
        const nowMs = now();
        const context = contextOf({ author, nowMs, clockMs: clock.now(), ids });
        const decision = decide(state, context);
        if (!decision.ok) return { write: null, value: decision };
        const { events: drafts, value } = decision.value;
        if (drafts.length === 0) return { write: null, value: done(value) };
        appended = seal(headOf(state), drafts, author, context.at);
        return { write: { events: appended, touched: apply(state, payloadsOf(appended)) }, value: done(value) };
      });
      if (!result.ok) return result;
      take(appended);
      const { seq, version } = appended.at(-1)?.header ?? state.workspace;
      return done({ value: result.value, seq, version });
    },
    onEvents(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function contextOf(given: {
  readonly author: Author;
  readonly nowMs: number;
  readonly clockMs: number;
  readonly ids: Ids;
}): Context {
  const { author, nowMs, clockMs, ids } = given;
  return { author, nowMs, clockMs, at: formatInstant(nowMs), nextId: () => ids.next() };
}

/** A forged header may hold no instant at all; `verify` names it. */
function laterOf(ms: number, header: EventHeader | undefined): number {
  return Math.max(ms, parseInstant(header?.at ?? '') ?? 0);
}

function payloadsOf(events: readonly StoredEvent[]) {
  return events.map((event) => event.payload);
}

/**
 * Takes each event into memory once and answers those that were new: a write's own events may have reached memory as the
 * tail of the write after it.
 */
function takeInto(state: State, found: readonly StoredEvent[]): readonly StoredEvent[] {
  const events = found.filter((event) => event.header.seq > state.workspace.seq);
  const last = events.at(-1);
  if (!last) return events;
  const journal = journalOf(
    events.map((event) => event.header),
    state.workspace.version,
  );
  absorb(state, apply(state, payloadsOf(events)), journal);
  moveHead(state, last);
  return events;
}

function moveHead(state: State, last: StoredEvent): void {
  const { seq, version } = last.header;
  const workspace: Workspace = { ...state.workspace, seq, version, head: last.hash };
  absorb(state, new Map([['workspace', { kind: 'workspace' as const, id: workspace.id, entity: workspace }]]), []);
}

/** The state from its rows, the newest headers that may have raised the version, and the last one. Throws when there is no workspace row. */
function rebuild(entities: readonly StoredEntity[], headers: readonly EventHeader[]): State {
  // A row whose name is not its body's would be one thing to a look-up and another to a rule. `verify` names such rows.
  for (const { kind, id, entity } of entities) {
    if ((entity as { readonly id?: unknown }).id !== id) throw new Error(`the row ${kind}:${id} holds another id`);
  }
  const row = entities.find((one) => one.kind === 'workspace');
  const last = headers.at(-1);
  if (!row || !last) throw new Error('the store holds no workspace');
  const workspace: Workspace = {
    ...(row.entity as Workspace),
    seq: last.seq,
    version: last.version,
    head: hashOfHeader(last),
  };
  const state = emptyState(workspace);
  const touched = new Map<string, { kind: EntityKind; id: string; entity: Entity }>();
  for (const one of entities) if (one.kind !== 'workspace') touched.set(`${one.kind}:${one.id}`, one);
  const firstVersion = headers[0]?.version ?? 0;
  absorb(state, touched, journalOf(headers, headers.length < JOURNAL_LENGTH ? 0 : firstVersion));
  return state;
}
