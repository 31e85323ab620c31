/**
 * One daemon per home. A folder of numbered files, each naming a process; the highest number is the holder's.
 *
 *   nobody -> 1 (pid 70) -> [70 dies] -> 2 (pid 91), 1 is swept -> [91 lets go: 2 is marked] -> 3 ...
 *
 * Invariants:
 * 1. The file with the highest number is never removed, so a number is never given twice.
 * 2. A file appears whole or not at all (a link), so a number has one taker, and a reader sees who it is.
 * 3. Who linked a number holds the lock only if no higher one is there afterwards. A taker that slept over two changes
 *    of hands can only make a number that was swept, and then sees the higher one.
 *
 * Removing a stale file and making it anew, the usual way, has no such order: the second taker removes the first's.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, makeFolder } from './folder.ts';
import { codeOf, createPrivate, readJson, writePrivate } from './private-file.ts';
import { isAlive, type ProcessId, thisProcess } from './process-id.ts';

export interface Holder extends ProcessId {
  /** Of the program. */
  readonly version: string;
  /** Null until it listens. */
  readonly port: number | null;
}

/** `daemon.json`, and the first line of `--json`. */
export interface DaemonInfo {
  readonly url: string;
  readonly deskUrl: string;
  readonly port: number;
  readonly pid: number;
  readonly home: string;
  readonly version: string;
  /** RFC 3339. */
  readonly startedAt: string;
}

export interface Lock {
  /** Says where the daemon listens. */
  publish(info: DaemonInfo): void;
  release(): void;
}

export type Taken = { readonly taken: true; readonly lock: Lock } | { readonly taken: false; readonly holder: Holder };

export function takeLock(home: Home, version: string): Taken {
  makeFolder(home.lock);
  const me: Holder = { ...thisProcess(), version, port: null };
  for (;;) {
    const highest = numbersIn(home).at(-1) ?? 0;
    const holder = holderAt(home, highest);
    if (holder) return { taken: false, holder };
    const number = highest + 1;
    if (!tryCreate(fileOf(home, number), me)) continue;
    if (numbersIn(home).at(-1) === number) {
      sweep(home, number);
      return { taken: true, lock: lockOf(home, number, me) };
    }
    rmSync(fileOf(home, number), { force: true });
  }
}

/** Who holds the lock now. */
export function holderOf(home: Home): Holder | null {
  return holderAt(home, numbersIn(home).at(-1) ?? 0);
}

/** The daemon that runs in this home and can be reached; null while none does, or one is still starting. */
export function runningDaemon(home: Home): DaemonInfo | null {
  const info = readJson(home.daemon);
  const holder = holderOf(home);
  // What a killed daemon left behind names another process than the holder.
  return holder !== null && info?.pid === holder.pid ? (info as unknown as DaemonInfo) : null;
}

function lockOf(home: Home, number: number, me: Holder): Lock {
  let isHeld = true;
  return {
    publish(info) {
      writePrivate(fileOf(home, number), JSON.stringify({ ...me, port: info.port }));
      writePrivate(home.daemon, `${JSON.stringify(info)}\n`);
    },
    release() {
      if (!isHeld) return;
      isHeld = false;
      rmSync(home.daemon, { force: true });
      // Emptied, not removed: the number is used up.
      writePrivate(fileOf(home, number), '{}');
    },
  };
}

function tryCreate(file: string, me: Holder): boolean {
  try {
    return createPrivate(file, JSON.stringify(me));
  } catch (error) {
    // Another taker's sweep took our half-made file for one that was left behind.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Null when nobody holds that number any more. */
function holderAt(home: Home, number: number): Holder | null {
  const found = readJson(fileOf(home, number)) as Partial<Holder> | null;
  if (typeof found?.pid !== 'number') return null;
  const holder: Holder = {
    pid: found.pid,
    started: found.started ?? null,
    version: found.version ?? 'unknown',
    port: found.port ?? null,
  };
  return isAlive(holder) ? holder : null;
}

/** Older numbers, and halves that takers left behind. */
function sweep(home: Home, number: number): void {
  for (const name of readdirSync(home.lock)) {
    const isOlder = NUMBER.test(name) ? Number(name) < number : name.endsWith('.tmp');
    if (isOlder) rmSync(join(home.lock, name), { force: true });
  }
}

const NUMBER = /^[1-9][0-9]{0,14}$/;

/** Ascending. */
function numbersIn(home: Home): number[] {
  try {
    return readdirSync(home.lock)
      .filter((name) => NUMBER.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function fileOf(home: Home, number: number): string {
  return join(home.lock, String(number));
}
