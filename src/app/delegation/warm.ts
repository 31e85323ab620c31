/** One warm process per conversation: kept between turns, closed after idle minutes, never more than a few. */
import type { AgentProcess } from '../runner.ts';

const IDLE_MS = 600_000;
const ALIVE = 4;

interface Kept {
  readonly process: AgentProcess;
  readonly timer: NodeJS.Timeout;
}

export interface WarmProcesses {
  /** Takes it out; null = none that lives. */
  take(conversationId: string): AgentProcess | null;
  keep(conversationId: string, process: AgentProcess): Promise<void>;
  drop(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

export function warmProcesses(idleMs = IDLE_MS, alive = ALIVE): WarmProcesses {
  const kept = new Map<string, Kept>();
  const take = (id: string): AgentProcess | null => {
    const found = kept.get(id);
    if (!found) return null;
    clearTimeout(found.timer);
    kept.delete(id);
    return found.process;
  };
  const drop = async (id: string): Promise<void> => {
    await take(id)?.close();
  };
  return {
    take,
    drop,
    async keep(id, process) {
      await drop(id);
      const timer = setTimeout(() => void drop(id), idleMs);
      timer.unref();
      kept.set(id, { process, timer });
      void process.exited.then(() => {
        if (kept.get(id)?.process === process) void drop(id);
      });
      // The oldest goes: a map keeps the order of its keys.
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - alive))) await drop(oldest);
    },
    async close() {
      await Promise.all([...kept.keys()].map(drop));
    },
  };
}
