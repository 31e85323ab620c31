/**
 * Owns the page's copy of the workspace: read once, then followed. `connected` says whether the feed runs; after a break
 * the feed goes on from the last sequence number, so nothing is missed, and when it cannot (`resync`) everything is read
 * anew while the old state stays on the screen.
 */
import type { Task } from '../../core/workspace/task.ts';
import { isUndoable } from '../../core/workspace/undoable.ts';
import type { Refusal, Result } from '../../kit/result.ts';
import type { ActivityEntry, FeedChange, FeedItem, WorkspaceView } from '../../protocol/views.ts';
import type { Api } from './api.ts';
import { type LiveState, mergeChanges, stateOf } from './live-state.ts';

export interface Snapshot {
  readonly state: LiveState | null;
  readonly connected: boolean;
  /** Why nothing can be shown, or why the credential is of no more use. */
  readonly refusal: Refusal | null;
  /** Rises with every notice: what a component compares when it reads maps. */
  readonly at: number;
}

/** Stands for "your last one" in `undoable`: the daemon did not say which event that is. */
export const UNNAMED = 0;

export interface Live {
  get(): Snapshot;
  subscribe(listener: () => void): () => void;
  /** Reads and follows until the signal. Resolves with the first answer. */
  start(signal: AbortSignal): Promise<Result<WorkspaceView>>;
  /**
   * Shows a change of a task before the daemon has confirmed it. Call what it returns when the daemon refuses: it puts
   * back what is still as this change made it.
   */
  expect(taskId: string, set: Partial<Task>): () => void;
  /** Waits until the event has arrived, so that what follows sees what was written. Gives up after two seconds. */
  arrived(seq: number): Promise<void>;
}

export function createLive(api: Api): Live {
  let snapshot: Snapshot = { state: null, connected: false, refusal: null, at: 0 };
  let notified = true;
  const listeners = new Set<() => void>();

  const publish = (next: Partial<Snapshot>) => {
    snapshot = { ...snapshot, ...next, at: snapshot.at + 1 };
    if (!notified) return;
    // A burst of events (an import writes hundreds of tasks) makes one rendering, not one each.
    notified = false;
    queueMicrotask(() => {
      notified = true;
      for (const listener of listeners) listener();
    });
  };

  const live: Live = {
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(signal) {
      const answer = await api.call('read_workspace', {}, { signal });
      if (answer.ok) {
        publish({ state: stateOf(answer.value), refusal: null });
        void follow({ api, live, publish, signal });
      } else {
        publish({ refusal: answer.refusal });
      }
      return answer;
    },
    expect(taskId, set) {
      const task = snapshot.state?.tasks.get(taskId);
      if (!snapshot.state || !task) return () => undefined;
      const was = Object.fromEntries(Object.keys(set).map((field) => [field, task[field as keyof Task]]));
      applyToTask(snapshot.state, taskId, set);
      publish({});
      return () => {
        const now = snapshot.state?.tasks.get(taskId);
        if (!snapshot.state || !now) return;
        const ours = Object.entries(was).filter(([field]) => now[field as keyof Task] === set[field as keyof Task]);
        applyToTask(snapshot.state, taskId, Object.fromEntries(ours));
        publish({});
      };
    },
    async arrived(seq) {
      const end = performance.now() + 2_000;
      while ((snapshot.state?.seq ?? 0) < seq && performance.now() < end) {
        await new Promise((next) => setTimeout(next, 15));
      }
    },
  };
  return live;
}

function applyToTask(state: LiveState, id: string, set: object): void {
  mergeChanges(state, [{ kind: 'task', id, set: set as FeedChange['set'], isNew: false }]);
}

interface Following {
  readonly api: Api;
  readonly live: Live;
  readonly publish: (next: Partial<Snapshot>) => void;
  readonly signal: AbortSignal;
}

async function follow(following: Following): Promise<void> {
  const { api, live, publish, signal } = following;
  while (!signal.aborted) {
    const end = await api.follow({
      after: live.get().state?.seq ?? 0,
      epoch: live.get().state?.workspace.epoch ?? '',
      signal,
      onItem: (item) => take(following, item),
      onConnected: (connected) => publish({ connected }),
    });
    if (signal.aborted) return;
    publish({ connected: false });
    if (end.reason === 'revoked') {
      publish({ refusal: end.refusal });
      return;
    }
    const anew = await api.call('read_workspace', {}, { signal });
    if (anew.ok) publish({ state: stateOf(anew.value, live.get().at) });
    else await new Promise((next) => setTimeout(next, 1_000));
  }
}

function take({ api, live, publish }: Following, item: FeedItem): void {
  const { state } = live.get();
  if (!state) return;
  if (item.event === 'agents') state.agents = item.agents;
  if (item.event === 'event') {
    state.seq = item.seq;
    mergeChanges(state, item.changes);
    // No change of an event names it, and what a plan depends on is read anew when it rises.
    if (item.version !== state.workspace.version) state.workspace = { ...state.workspace, version: item.version };
    noteEvent(state, item);
    if (item.entry.type === 'change.undone' && isOwn(state, item.entry)) void readUndoable(api, live, publish);
  }
  publish({});
}

/** What comes before the change that was undone is known to the daemon alone. */
async function readUndoable(api: Api, live: Live, publish: Following['publish']): Promise<void> {
  const preview = await api.call('undo_change', { preview: true });
  const { state } = live.get();
  // Another change of the reader may have come meanwhile; it is the one to undo then.
  if (!state || state.undoable || !preview.ok) return;
  state.undoable = { seq: UNNAMED, summary: preview.value.summary.replace(/^undid: /, '') };
  publish({});
}

const access = /^(?:person|key|token)\./;
const delegated = /^(?:runs?|grant|question|request|artifact|check|root|agent|limits|context)\./;

/** Facts that follow from what happened, not from a change. */
function noteEvent(state: LiveState, { entry, seq }: Extract<FeedItem, { event: 'event' }>): void {
  if (delegated.test(entry.type)) state.runsAt = seq;
  if (access.test(entry.type)) state.accessAt = seq;
  if (!isOwn(state, entry)) return;
  if (isUndoable(entry.type)) state.undoable = { seq, summary: entry.summary };
  if (entry.type === 'change.undone') state.undoable = null;
}

function isOwn(state: LiveState, entry: ActivityEntry): boolean {
  return entry.author.id === state.me.personId;
}
