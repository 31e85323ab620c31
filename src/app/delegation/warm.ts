/**
 * One warm process per conversation: kept between turns, closed after idle minutes, or for one that starts when there is
 * no room for both. It serves a later turn only as it was launched: under a narrower grant or another entry it goes, and
 * a new one comes.
 */
import { isLive } from '../../core/run/covering-grant.ts';
import { limitsOf, runsOfConversation } from '../../core/run/find-run.ts';
import type { State } from '../../core/state/state.ts';
import type { AgentProcess } from '../runner.ts';

const IDLE_MS = 600_000;
const ALIVE = 4;

interface Kept {
  readonly process: AgentProcess;
  readonly launchedAs: string;
  readonly timer: NodeJS.Timeout;
}

export interface WarmProcesses {
  /** Takes it out; null = none that was launched so, and none of the conversation lives: what was being closed is gone. */
  take(conversationId: string, launchedAs: string): Promise<AgentProcess | null>;
  keep(conversationId: string, process: AgentProcess, launchedAs: string): Promise<void>;
  /** Before a process starts: those that rested longest go, until it has room. */
  makeRoom(): Promise<void>;
  drop(conversationId: string): Promise<void>;
  /** Closes those that may not be kept any more. */
  sweep(mayKeep: (conversationId: string) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** `room`: how many may rest beside all that run. */
export function warmProcesses(room: () => number, idleMs = IDLE_MS): WarmProcesses {
  const kept = new Map<string, Kept>();
  /** By conversation, until it is over: no other process of it may start beside. */
  const closing = new Map<string, Promise<void>>();
  const takeOut = (id: string): Kept | null => {
    const found = kept.get(id);
    if (!found) return null;
    clearTimeout(found.timer);
    kept.delete(id);
    return found;
  };
  const end = async (id: string, { process }: Kept): Promise<void> => {
    const over = Promise.all([closing.get(id), process.close()]).then(() => undefined);
    closing.set(id, over);
    try {
      await over;
    } finally {
      if (closing.get(id) === over) closing.delete(id);
    }
  };
  const drop = async (id: string): Promise<void> => {
    const found = takeOut(id);
    await (found ? end(id, found) : closing.get(id));
  };
  // A map keeps the order of its keys: the oldest is first.
  const atMost = async (count: number): Promise<void> => {
    await Promise.all([...kept.keys()].slice(0, Math.max(0, kept.size - Math.max(0, count))).map(drop));
  };
  return {
    async take(id, launchedAs) {
      const found = takeOut(id);
      if (found && found.launchedAs === launchedAs) return found.process;
      await (found ? end(id, found) : closing.get(id));
      return null;
    },
    drop,
    async sweep(mayKeep) {
      await Promise.all([...kept.keys()].filter((id) => !mayKeep(id)).map(drop));
    },
    async keep(id, process, launchedAs) {
      await drop(id);
      const timer = setTimeout(() => void drop(id), idleMs);
      timer.unref();
      kept.set(id, { process, launchedAs, timer });
      void process.exited.then(() => {
        if (kept.get(id)?.process === process) void drop(id);
      });
      // Its run counts as running until its end is written.
      await atMost(Math.min(ALIVE, room() + 1));
    },
    makeRoom: () => atMost(room()),
    async close() {
      await Promise.all([...kept.keys(), ...closing.keys()].map(drop));
    },
  };
}

/** How many processes may rest: at most four, and with those that run no more than that or than workers are allowed. */
export function roomToRest(state: State, running: number): number {
  return Math.min(ALIVE, Math.max(ALIVE, limitsOf(state).maxWorkers) - running);
}

/** A process at rest lives by the grant that launched it: without that, or its folder or agent, it goes. */
export function mayStayWarm(state: State, conversationId: string, nowMs: number): boolean {
  const place = state.tables.conversation.get(conversationId);
  const grantId = runsOfConversation(state, conversationId).at(-1)?.grantId ?? '';
  const grant = state.tables.grant.get(grantId);
  const root = state.tables.root.get(place?.rootId ?? '');
  const isAllowed = state.tables.agent.get(place?.agentId ?? '')?.allowed === true;
  return isAllowed && root?.removedAt === null && grant !== undefined && isLive(grant, nowMs);
}
