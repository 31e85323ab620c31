/**
 * Holds a group still while somebody looks at what it may write. A warm agent lives on after its run, in its jail; were
 * it awake while the daemon reads its worktree, it could swap a folder for a link between two looks of git and have
 * bytes from outside taken into its result.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from './identity.ts';
import { isAlive } from './identity.ts';
import { kinOf } from './kin.ts';

const maxRounds = 200;

/** Stops every process of the group, runs `use`, lets them go on. A group that has ended is still by nature. */
export async function heldStill<T>(leader: ProcessIdentity, use: () => Promise<T>): Promise<T> {
  const stopped = new Set<number>();
  try {
    if (isAlive(leader)) await stopAll(leader.pid, stopped);
    return await use();
  } finally {
    // Parents last: one that waits for a child should find it running.
    for (const pid of [...stopped].reverse()) signal(pid, 'SIGCONT');
  }
}

/**
 * Until two looks in a row find nobody awake. One is not enough: a child forked after the look began is not in it,
 * though its parent, read later in the same look, had been stopped by then.
 */
async function stopAll(leader: number, stopped: Set<number>): Promise<void> {
  let quiet = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const awake = kinOf(leader).filter((row) => !row.isStopped);
    quiet = awake.length === 0 ? quiet + 1 : 0;
    if (quiet === 2) return;
    for (const { pid } of awake) if (signal(pid, 'SIGSTOP')) stopped.add(pid);
    if (awake.length > 0) await sleep(5);
  }
  throw new Error(`the processes of ${leader} could not be held still`);
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
