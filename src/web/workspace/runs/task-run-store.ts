/** Owns what cards know of delegation: the newest or accepted run of each task, read once for the whole page and again when a run changes. */
import type { RunCard } from '../../../protocol/delegation-views.ts';
import type { Session } from '../../data/use-live.ts';
import { shownRun } from './shown-run.ts';

interface TaskRunStore {
  get(taskId: string): RunCard | null;
  subscribe(listener: () => void): () => void;
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
  let found: ReadonlyMap<string, RunCard> = new Map();
  let readAt = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unfollow: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const read = async () => {
    timer = undefined;
    const runs = await readNewest(api);
    // Read again with the next thing that is heard, such as that the daemon is back.
    if (!runs) readAt = -1;
    else tell(runs);
  };

  const tell = (runs: ReadonlyMap<string, RunCard>) => {
    found = runs;
    for (const listener of listeners) listener();
  };

  const look = () => {
    const at = live.get().state?.runsAt ?? 0;
    if (at === readAt) return;
    readAt = at;
    if (timer === undefined) timer = setTimeout(() => void read(), PAUSE_MS);
  };

  return {
    get: (taskId) => found.get(taskId) ?? null,
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

async function readNewest(api: Session['api']): Promise<ReadonlyMap<string, RunCard> | null> {
  const newest = new Map<string, RunCard>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const more: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const answer = await api.call('read_runs', more);
    if (!answer.ok) return null;
    const { runs, nextCursor } = answer.value;
    for (const run of runs) if (run.taskId !== null) newest.set(run.taskId, shownRun(newest.get(run.taskId), run));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return newest;
}
