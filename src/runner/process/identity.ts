/** A process, told apart from a later one that got the same number. Owns the reading of a start; signals nothing. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the platform's own words; null = the platform does not tell. */
  readonly started: string | null;
}

/** null = it has ended already. */
export function identify(pid: number): ProcessIdentity | null {
  if (!exists(pid)) return null;
  const started = startOf(pid);
  return started === 'ended' ? null : { pid, started };
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  const now = identify(pid);
  if (now === null) return false;
  // Without a start to compare, a number in use counts as alive.
  return started === null || now.started === null || now.started === started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): string | null {
  if (process.platform === 'linux') return startOnLinux(pid);
  if (process.platform === 'win32') return null;
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

let boot: string | undefined;

/** proc(5): field 3 is the state, field 22 the start in clock ticks since boot; the boot's id makes ticks unique. */
function startOnLinux(pid: number): string | null {
  const fields = statOf(pid);
  // Ended meanwhile, or one that we may not look at.
  if (fields === null) return exists(pid) ? null : 'ended';
  if (livingThread(pid, fields[0]) === null) return 'ended';
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return `${boot} ${fields[19]}`;
}

/**
 * Linux: a thread of the process that lives, its own number or another; null = none, it only waits for its parent.
 * A process whose first thread ended shows the state of a dead one while the others go on.
 */
export function livingThread(pid: number, state: string | undefined): number | null {
  if (!isOver(state)) return pid;
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    return threads.find((id) => id !== pid && !isOver(statOf(`${pid}/task/${id}`)?.[0] ?? 'X')) ?? null;
  } catch {
    return null; // gone meanwhile
  }
}

function isOver(state: string | undefined): boolean {
  return state === 'Z' || state === 'X';
}

/** The fields of /proc/<pid>/stat from the third (state) on; null = no such process. */
function statOf(pid: number | string): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Field 2 is the program's name, which may hold blanks and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
