/**
 * Ends what we started, all of it, and does not answer before it is gone. Owns the order: ask, wait, kill, look again.
 * Never signals a number whose process is not the one remembered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive, type ProcessIdentity } from './identity.ts';
import { kinOf, type ProcessRow } from './kin.ts';

const lookEveryMs = 25;
/** SIGKILL takes effect at once, except in uninterruptible sleep; a process that holds out longer is a fault to report. */
const killPatienceMs = 5000;

/**
 * TERM, then KILL after `graceMs`, until no process of the group, its session or their descendants is left.
 * Safe to call again, and for a leader that ended long ago: what is left of its group then goes too.
 */
export async function killGroup(leader: ProcessIdentity, graceMs: number): Promise<void> {
  if (isReused(leader)) return;
  const known = new Map<number, ProcessIdentity>();
  if (graceMs > 0) {
    ask(remaining(leader, known));
    if (await isGoneWithin(leader, known, graceMs)) return;
  }
  const deadline = Date.now() + killPatienceMs;
  for (;;) {
    // Again and again: a process that forks while being killed leaves children that the last look did not see.
    const left = remaining(leader, known);
    if (left.length === 0 && remaining(leader, known).length === 0) return;
    if (Date.now() > deadline) throw new Error(`processes ${left.map((row) => row.pid)} outlived SIGKILL`);
    for (const { pid } of left) signal(pid, 'SIGKILL');
    await sleep(lookEveryMs);
  }
}

/** The leader's number now belongs to another: its group is long gone, for a group's number is free only then. */
function isReused(leader: ProcessIdentity): boolean {
  return identify(leader.pid) !== null && !isAlive(leader);
}

/** What belongs to the leader now, and what once did and lives on elsewhere. */
function remaining(leader: ProcessIdentity, known: Map<number, ProcessIdentity>): readonly ProcessRow[] {
  const rows = kinOf(leader.pid);
  for (const row of rows) {
    const identity = known.has(row.pid) ? null : identify(row.pid);
    if (identity) known.set(row.pid, identity);
  }
  const seen = new Set(rows.map((row) => row.pid));
  const strayed = [...known.values()].filter((identity) => !seen.has(identity.pid) && isAlive(identity));
  return [...rows, ...strayed.map(({ pid }) => ({ pid, parent: 0, group: 0, session: 0, name: '' }))];
}

/**
 * bubblewrap dies of SIGTERM at once and takes the jail with it, so inside one the first program of the jail is asked;
 * bubblewrap then ends with it. Everywhere else the whole group is asked.
 */
function ask(rows: readonly ProcessRow[]): void {
  const wraps = new Set(rows.filter((row) => row.name === 'bwrap').map((row) => row.pid));
  const jailed = rows.filter((row) => !wraps.has(row.pid) && wraps.has(row.parent));
  const asked = jailed.length > 0 ? jailed : rows;
  for (const { pid } of asked) signal(pid, 'SIGTERM');
}

/** Two looks: a child forked after a look began is not in it, and its parent may have ended before it was read. */
function isGone(leader: ProcessIdentity, known: Map<number, ProcessIdentity>): boolean {
  return remaining(leader, known).length === 0 && remaining(leader, known).length === 0;
}

async function isGoneWithin(leader: ProcessIdentity, known: Map<number, ProcessIdentity>, ms: number) {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) {
    if (isGone(leader, known)) return true;
    await sleep(lookEveryMs);
  }
  return false;
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
