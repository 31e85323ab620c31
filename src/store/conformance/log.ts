/** Writes through the port, as app does: the next write is made of the tip that the tail leads to. */
import type { Store } from '../../app/ports.ts';
import { beginning, createTasks, type Step, sampleTask, type Tip, tipOf, writeOf } from './sample.ts';

export interface Log {
  readonly store: Store;
  readonly workspaceId: string;
  tip: Tip;
}

/** A workspace whose log holds one task, T-1. */
export async function startLog(store: Store, workspaceId = 'w-1'): Promise<Log> {
  const write = writeOf(workspaceId, beginning, createTasks([sampleTask(1)]));
  await store.create(workspaceId, write);
  return { store, workspaceId, tip: tipOf(write.events, beginning) };
}

/** Appends one command; returns how many events of others came before it. */
export async function append(log: Log, steps: readonly Step[]): Promise<number> {
  const known = log.tip;
  const { tip, foreign } = await log.store.transact(log.workspaceId, known.seq, (tail) => {
    const before = tipOf(tail, known);
    const write = writeOf(log.workspaceId, before, steps);
    return { write, value: { tip: tipOf(write.events, before), foreign: tail.length } };
  });
  // Appends that overlap may end in another order than they began.
  if (tip.seq > log.tip.seq) log.tip = tip;
  return foreign;
}
