/**
 * Ends what we started, all of it, and does not answer before it is gone. Owns the order: ask, wait, kill, look again.
 * Never signals a number whose process is not the one remembered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive, type ProcessIdentity } from './identity.ts';
import { type Kin, kinOf, type Origin, type ProcessRow } from './kin.ts';

const lookEveryMs = 25;
type Leader = ProcessIdentity & Pick<Origin, 'marks'>;
type Known = Map<number, ProcessIdentity>;

/** SIGKILL takes effect at once, except in uninterruptible sleep; a process that holds out longer is a fault to report. */
const killPatienceMs = 5000;

/**
 * TERM, then KILL after `graceMs`, until no process of the group, its session, its mark or their descendants is left.
 * Safe to call again, and for a leader that ended long ago: what is left of its group then goes too.
 */
export async function killGroup(leader: Leader, graceMs: number): Promise<void> {
  if (isReused(leader)) return;
  const known: Known = new Map();
  if (graceMs > 0) {
    ask(remaining(leader, known).rows);
    await isGoneWithin(leader, known, graceMs);
  }
  await killAll(leader, known, () => {
    // The whole group in one call, also when no look sees it: a chain of forks is quicker than any look, and the kernel
    // lets no fork slip past a signal to the group.
    if (!isReused(leader)) signal(-leader.pid, 'SIGKILL');
  });
}

/** KILL for all that has these marks, of whoever started it. */
export function killMarked(marks: readonly string[]): Promise<void> {
  return killAll({ pid: null, marks }, new Map(), () => {});
}

async function killAll(origin: Origin, known: Known, killLeader: () => void): Promise<void> {
  const deadline = Date.now() + killPatienceMs;
  for (;;) {
    // Before anything is killed: children of the dead are known by nothing but an earlier look.
    const left = remaining(origin, known);
    killLeader();
    if (left.rows.length === 0 && remaining(origin, known).rows.length === 0) return;
    if (Date.now() > deadline) throw new Error(`processes ${left.rows.map((row) => row.pid)} outlived SIGKILL`);
    for (const group of left.groups) signal(-group, 'SIGKILL');
    for (const { pid } of left.rows) signal(pid, 'SIGKILL');
    await sleep(lookEveryMs);
  }
}

/** The leader's number now belongs to another: its group is long gone, for a group's number is free only then. */
function isReused(leader: ProcessIdentity): boolean {
  return identify(leader.pid) !== null && !isAlive(leader);
}

/** What belongs to it now, and what once did and lives on elsewhere. */
function remaining(origin: Origin, known: Known): Kin {
  const { rows, groups } = kinOf(origin);
  for (const row of rows) {
    const identity = known.has(row.pid) ? null : identify(row.pid);
    if (identity) known.set(row.pid, identity);
  }
  const seen = new Set(rows.map((row) => row.pid));
  const strayed = [...known.values()].filter((identity) => !seen.has(identity.pid) && isAlive(identity));
  const nowhere = { parent: 0, group: 0, session: 0, name: '', environment: null };
  return { rows: [...rows, ...strayed.map(({ pid }) => ({ pid, ...nowhere }))], groups };
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
function isGone(leader: Leader, known: Known): boolean {
  return remaining(leader, known).rows.length === 0 && remaining(leader, known).rows.length === 0;
}

async function isGoneWithin(leader: Leader, known: Known, ms: number): Promise<void> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline && !isGone(leader, known)) await sleep(lookEveryMs);
}

/** Below zero: the process group of that number. Who is not there needs none; who may not be signalled is seen to stay. */
function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
