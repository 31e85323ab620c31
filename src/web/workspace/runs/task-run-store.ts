/**
 * Owns what cards know of delegation: the newest run of each task, and how far its coverage goes. The list is read once
 * for the whole page and again when a run changes; coverage is read only for tasks that a card on the screen asks for.
 */
import type { RunCard } from '../../../protocol/delegation-views.ts';
import type { Session } from '../../data/use-live.ts';

export interface TaskRun {
  readonly run: RunCard;
  /** Null without a contract, and until it was read. */
  readonly totals: { readonly units: number; readonly eligible: number } | null;
}

interface TaskRunStore {
  get(taskId: string): TaskRun | null;
  subscribe(listener: () => void): () => void;
  /** Reads the coverage of a run that is shown. */
  want(taskId: string, run: RunCard): void;
}

/** Pages of 50 runs that are looked through: beyond 500 runs a card of an old task says nothing, its page does. */
const PAGES = 10;
const PAUSE_MS = 300;

const stores = new WeakMap<Session, TaskRunStore>();

export function taskRunsOf(session: Session): TaskRunStore {
  const store = stores.get(session) ?? createStore(session);
  stores.set(session, store);
  return store;
}

function createStore({ api, live }: Session): TaskRunStore {
  let found: ReadonlyMap<string, TaskRun> = new Map();
  let readAt = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const asked = new Set<string>();

  const publish = (next: ReadonlyMap<string, TaskRun>) => {
    found = next;
    for (const listener of listeners) listener();
  };

  const readCoverage = async (taskId: string, run: RunCard) => {
    if (run.kind !== 'contract' || asked.has(run.id)) return;
    asked.add(run.id);
    const answer = await api.call('read_run', { runId: run.id });
    const now = found.get(taskId);
    if (!answer.ok || now?.run.id !== run.id) return;
    publish(new Map(found).set(taskId, { run: now.run, totals: answer.value.coverage?.totals ?? null }));
  };

  const read = async () => {
    timer = undefined;
    const runs = await readNewest(api);
    if (!runs) return;
    asked.clear();
    publish(
      new Map([...runs].map(([taskId, run]) => [taskId, { run, totals: totalsOf(found.get(taskId), run) }] as const)),
    );
  };

  const look = () => {
    const at = live.get().state?.runsAt ?? 0;
    if (at === readAt) return;
    readAt = at;
    if (timer === undefined) timer = setTimeout(() => void read(), PAUSE_MS);
  };

  return {
    get: (taskId) => found.get(taskId) ?? null,
    want: (taskId, run) => void readCoverage(taskId, run),
    subscribe(listener) {
      listeners.add(listener);
      unfollow ??= live.subscribe(look);
      look();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unfollow?.();
        unfollow = undefined;
      };
    },
  };
}

/** Old figures are better than none while the new ones are read. */
function totalsOf(before: TaskRun | undefined, run: RunCard): TaskRun['totals'] {
  return before?.run.id === run.id ? before.totals : null;
}

async function readNewest(api: Session['api']): Promise<ReadonlyMap<string, RunCard> | null> {
  const newest = new Map<string, RunCard>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const more: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const answer = await api.call('read_runs', more);
    if (!answer.ok) return null;
    const { runs, nextCursor } = answer.value;
    for (const run of runs) if (run.taskId !== null && !newest.has(run.taskId)) newest.set(run.taskId, run);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return newest;
}
