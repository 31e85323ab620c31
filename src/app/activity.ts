/**
 * What is remembered of calls outside the chain: who called which tool last, and evaluations (30 days). None of it
 * carries authority, none of it raises the version.
 */

import type { Author } from '../core/access/author.ts';
import { formatInstant } from '../core/workspace/time.ts';
import { compareInstants, instantKey } from '../kit/compare.ts';
import { DAY_MS } from '../kit/durations.ts';
import type { ActiveAgent, ActivityEntry } from '../protocol/views.ts';
import type { Clock, NoteRange, Notes } from './ports.ts';

const ACTIVE_MS = 5 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/** `last used` is written at most this often per token: a busy agent must not make every read a write. */
const FLUSH_MS = 20_000;
/** Pages are told of a busy agent's newest tool at most this often, and always of the last one. */
const TELL_MS = 1_000;

/** More than these wait for the disk, as every other write does. */
const MAX_WAITING = 100;

export interface LastUse {
  readonly at: string;
  readonly tool: string;
  readonly via: Author['via'];
}

/** Instants, the first inclusive, the second exclusive. */
interface Within {
  readonly from?: string;
  readonly before?: string;
  readonly authorId?: string;
}

export interface Activity {
  /** Notes the call of a tool. */
  called(author: Author, tool: string): void;
  /** Within five minutes, newest first. */
  agents(): readonly ActiveAgent[];
  /** Who called a tool last: newest first, five at most. */
  lastCallers(tool: string): readonly { readonly label: string; readonly at: string }[];
  lastUse(tokenId: string): LastUse | undefined;
  /**
   * Resolves before the entry is written: the answer of an evaluation promises a verdict, not the entry, and must not
   * wait 0.6 ms for the disk. Pages hear of it once it is written; `evaluations` and `close` wait for it.
   */
  evaluated(
    author: Author,
    entry: { readonly parentTaskId: string | null; readonly digest: string; readonly summary: string },
  ): Promise<void>;
  /** Newest first; of one author, within a time. */
  evaluations(limit: number, within?: Within): Promise<readonly ActivityEntry[]>;
  onChange(listener: (change: { readonly agents: true } | { readonly entry: ActivityEntry }) => void): () => void;
  close(): Promise<void>;
}

export async function openActivity(parts: { notes: Notes; clock: Clock }): Promise<Activity> {
  const { notes, clock } = parts;
  const agents = new Map<string, ActiveAgent>();
  const callers = new Map<string, { label: string; at: string }[]>();
  const uses = new Map<string, LastUse>();
  const flushed = new Map<string, number>();
  const listeners = new Set<(change: { readonly agents: true } | { readonly entry: ActivityEntry }) => void>();
  for (const { id, body } of await notes.list('last-use', 1000)) uses.set(id, body as LastUse);
  const daily = await pruneDaily(notes, clock);
  const late = lateWrites();
  const slotOf = evaluationSlots(notes);

  function announce(change: { readonly agents: true } | { readonly entry: ActivityEntry }): void {
    for (const listener of listeners) listener(change);
  }

  const telling = throttled(() => announce({ agents: true }));

  return {
    called(author, tool) {
      const nowMs = clock.now();
      const at = formatInstant(nowMs);
      const { id, label, kind, via } = author;
      agents.set(id, { id, label, kind, via, lastTool: tool, lastAt: at });
      const others = (callers.get(tool) ?? []).filter((one) => one.label !== label);
      callers.set(tool, [{ label, at }, ...others].slice(0, 5));
      const use: LastUse = { at, tool, via };
      uses.set(id, use);
      telling.soon();
      if (nowMs - (flushed.get(id) ?? 0) < FLUSH_MS) return;
      flushed.set(id, nowMs);
      void late.write(() => notes.put('last-use', id, instantKey(at), use));
    },
    agents: () => activeOf(agents.values(), clock.now()),
    lastCallers: (tool) => callers.get(tool) ?? [],
    lastUse: (tokenId) => uses.get(tokenId),
    async evaluated(author, given) {
      const { entry, note } = evaluationNote(author, given, formatInstant(clock.now()));
      await late.write(async () => {
        await notes.put('evaluation', await slotOf(author.id, entry.at), instantKey(entry.at), note);
        announce({ entry });
      });
    },
    async evaluations(limit, within = {}) {
      await late.written();
      return (await notes.list('evaluation', limit, rangeOf(within))).map(({ body }) => body as ActivityEntry);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearInterval(daily);
      telling.stop();
      listeners.clear();
      await late.written();
    },
  };
}

function rangeOf({ from, before, authorId }: Within): NoteRange {
  return {
    ...(from !== undefined && { from: instantKey(from) }),
    ...(before !== undefined && { before: instantKey(before) }),
    ...(authorId !== undefined && { idPrefix: `${authorId}.` }),
  };
}

async function pruneDaily(notes: Notes, clock: Clock): Promise<ReturnType<typeof setInterval>> {
  const prune = () => notes.prune('evaluation', instantKey(formatInstant(clock.now() - KEPT_MS))).catch(() => 0);
  await prune();
  return setInterval(prune, DAY_MS).unref();
}

/**
 * One after the other, each in a turn of the loop after the one that answers its caller. Losing one is no loss of an
 * acknowledged write, and a failing disk shows itself on the next real one.
 */
function lateWrites(): { write(work: () => Promise<void>): Promise<void>; written(): Promise<void> } {
  let pending: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    async write(work) {
      waiting += 1;
      pending = pending
        .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
        .then(work)
        .catch(() => undefined)
        .finally(() => (waiting -= 1));
      if (waiting > MAX_WAITING) await pending;
    },
    written: () => pending,
  };
}

/** Entries of one token on one day; the next one takes the place of that day's oldest. */
export const EVALUATIONS_A_DAY = 200;

/**
 * Ids of the entries, taken in order. After a restart it goes on behind those that are there; when the day is full it
 * begins again at the first. For one caller at a time: each asks what the one before has written.
 */
function evaluationSlots(notes: Notes): (authorId: string, at: string) => Promise<string> {
  const counts = new Map<string, number>();
  let today = '';
  return async (authorId, at) => {
    const day = at.slice(0, 10);
    if (day !== today) counts.clear();
    today = day;
    const idAt = (slot: number) => `${authorId}.${day}.${String(slot % EVALUATIONS_A_DAY).padStart(3, '0')}`;
    const count = counts.get(authorId) ?? (await firstFree(notes, idAt));
    counts.set(authorId, count + 1);
    return idAt(count);
  };
}

/** Slots are filled from the first on, so halving finds the end: eight look-ups, not two hundred. */
async function firstFree(notes: Notes, idAt: (slot: number) => string): Promise<number> {
  let low = 0;
  let high = EVALUATIONS_A_DAY;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await notes.get('evaluation', idAt(middle))) === undefined) high = middle;
    else low = middle + 1;
  }
  return low;
}

function evaluationNote(
  author: Author,
  {
    parentTaskId,
    digest,
    summary,
  }: { readonly parentTaskId: string | null; readonly digest: string; readonly summary: string },
  at: string,
): { readonly entry: ActivityEntry; readonly note: object } {
  const subjects = parentTaskId === null ? [] : [`task:${parentTaskId}`];
  const entry: ActivityEntry = { seq: null, at, type: 'plan.evaluated', author, summary, subjects, redacted: false };
  return { entry, note: { ...entry, digest } };
}

/** Runs at once, then at most every `TELL_MS`; the last wish is never dropped. */
function throttled(tell: () => void): { soon(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;
  const rest = () => {
    timer = undefined;
    if (wanted) run();
  };
  const run = () => {
    wanted = false;
    tell();
    timer = setTimeout(rest, TELL_MS);
    timer.unref();
  };
  return {
    soon() {
      if (timer) wanted = true;
      else run();
    },
    stop: () => clearTimeout(timer),
  };
}

function activeOf(agents: Iterable<ActiveAgent>, nowMs: number): ActiveAgent[] {
  return [...agents]
    .filter((one) => Date.parse(one.lastAt) >= nowMs - ACTIVE_MS)
    .sort((a, b) => compareInstants(b.lastAt, a.lastAt));
}
