/**
 * A process, told apart from a later one that got the same number: for the lock. Unlike runner/process/identity.ts, what it
 * cannot read counts as alive (better no daemon than two), and a process whose first thread ended as dead: threads of a
 * killed daemon live for moments longer, and the next start is not to wait for an answer of theirs.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessId {
  readonly pid: number;
  /** When it started, in the platform's own words; null = the platform does not tell. */
  readonly started: string | null;
}

export function thisProcess(): ProcessId {
  return { pid: process.pid, started: startOf(process.pid) };
}

export function isAlive({ pid, started }: ProcessId): boolean {
  if (!exists(pid)) return false;
  const now = startOf(pid);
  if (now === 'dead') return false;
  // Without a start to compare, a number in use counts as alive.
  return started === null || now === null || now === started;
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
  try {
    if (process.platform === 'linux') return startOnLinux(pid);
    if (process.platform === 'win32') return null;
    const args = ['-o', 'lstart=', '-p', String(pid)];
    return execFileSync('ps', args, { env: { ...process.env, LC_ALL: 'C' }, encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** proc(5): field 3 is the state, field 22 the start in clock ticks since boot; the boot's id makes ticks unique. */
function startOnLinux(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // Field 2 is the program's name, which may hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  // Ended, but not yet waited for by its parent.
  if (state === 'Z' || state === 'X') return 'dead';
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${fields[19]}`;
}
