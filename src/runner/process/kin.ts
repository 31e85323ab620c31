/**
 * Which processes belong to one that we started. Owns the reading of the process table; signals nothing.
 * Belonging means: same process group, same session, the mark in its environment, or a descendant of such. A process
 * that left all of these (a daemon that forked twice into a session of its own, with an environment of its own) is found
 * only while its parent lives; in a jail it cannot outlive it.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { livingThread } from './identity.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 = unknown on this platform. */
  readonly session: number;
  readonly name: string;
  /** Where its environment is read. Null = unknown on this platform. */
  readonly environment: string | null;
}

export interface Origin {
  /** The leader's. Null = known by marks alone. */
  readonly pid: number | null;
  /** All of them in the environment of what it starts, and of nothing else. */
  readonly marks?: readonly string[];
}

export interface Kin {
  /** Living processes, the leader included. */
  readonly rows: readonly ProcessRow[];
  /** Process groups that hold nobody else: a signal to all of one reaches also what was forked since the look. */
  readonly groups: readonly number[];
}

export function kinOf(origin: Origin): Kin {
  const table = processTable();
  // Nobody's kin: a peer without a jail may itself have started this daemon.
  const above = lineageOf(process.pid, table);
  const kin = new Set(table.filter((row) => !above.has(row.pid) && isNear(row, origin)).map((row) => row.pid));
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of table) {
      if (kin.has(row.pid) || !kin.has(row.parent) || above.has(row.pid)) continue;
      kin.add(row.pid);
      grew = true;
    }
  }
  const rows = table.filter((row) => kin.has(row.pid));
  const others = new Set(table.filter((row) => !kin.has(row.pid)).map((row) => row.group));
  const groups = new Set(rows.map((row) => row.group));
  return { rows, groups: [...groups].filter((group) => group > 1 && !others.has(group)) };
}

function lineageOf(pid: number, table: readonly ProcessRow[]): ReadonlySet<number> {
  const parents = new Map(table.map((row) => [row.pid, row.parent]));
  const lineage = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !lineage.has(at); at = parents.get(at)) lineage.add(at);
  return lineage;
}

function isNear(row: ProcessRow, { pid, marks = [] }: Origin): boolean {
  if (pid !== null && (row.pid === pid || row.group === pid || row.session === pid)) return true;
  return marks.length > 0 && hasMarks(row, marks);
}

function hasMarks({ environment }: ProcessRow, marks: readonly string[]): boolean {
  if (environment === null) return false;
  try {
    const text = readFileSync(environment, 'latin1');
    return marks.every((mark) => text.includes(mark));
  } catch {
    return false; // ended meanwhile, or another user's
  }
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
  const thread = livingThread(Number(pid), state);
  if (thread === null) return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    name: stat.slice(stat.indexOf('(') + 1, end),
    environment: `/proc/${pid}/task/${thread}/environ`,
  };
}

function psTable(): readonly ProcessRow[] {
  const out = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,comm='], { encoding: 'utf8' });
  return out.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...name] = line.trim().split(/\s+/);
    if (!pid || state?.startsWith('Z')) return [];
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0 };
    return [{ ...numbers, name: name.join(' '), environment: null }];
  });
}
