/**
 * Which processes belong to one that we started. Owns the reading of the process table; signals nothing.
 * Belonging means: same process group, same session, or a descendant of such. A process that left all three (a daemon
 * that forked twice into a session of its own) is found only while its parent lives; in a jail it cannot outlive it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 = unknown on this platform. */
  readonly session: number;
  readonly name: string;
}

/** Every living process that belongs to `leader`, itself included, parents before children. */
export function kinOf(leader: number): readonly ProcessRow[] {
  const rows = processTable();
  const kin = new Set(rows.filter((row) => isNear(row, leader)).map((row) => row.pid));
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of rows) {
      if (kin.has(row.pid) || !kin.has(row.parent)) continue;
      kin.add(row.pid);
      grew = true;
    }
  }
  return rows.filter((row) => kin.has(row.pid));
}

function isNear(row: ProcessRow, leader: number): boolean {
  return row.pid === leader || row.group === leader || row.session === leader;
}

function processTable(): readonly ProcessRow[] {
  return process.platform === 'linux' ? linuxTable() : psTable();
}

function linuxTable(): readonly ProcessRow[] {
  return readdirSync('/proc').flatMap((entry) => {
    const row = /^\d+$/.test(entry) ? linuxRow(entry) : null;
    return row === null ? [] : [row];
  });
}

/** proc(5): the name in brackets, then state, parent, group, session. */
function linuxRow(pid: string): ProcessRow | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null; // ended meanwhile
  }
  const end = stat.lastIndexOf(')');
  const [state, parent, group, session] = stat.slice(end + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    name: stat.slice(stat.indexOf('(') + 1, end),
  };
}

function psTable(): readonly ProcessRow[] {
  const out = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,comm='], { encoding: 'utf8' });
  return out.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...name] = line.trim().split(/\s+/);
    if (!pid || state?.startsWith('Z')) return [];
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0 };
    return [{ ...numbers, name: name.join(' ') }];
  });
}
