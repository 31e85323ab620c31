/** What is done to a home without serving it: check, copy, put back. Each holds the lock where it writes. */
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Store } from '../app/ports.ts';
import { readKept, restoreWorkspace } from '../app/restore.ts';
import { type Verification, verifyHomeStore } from '../app/verify/verify.ts';
import { nothingKept, type Voided } from '../core/access/void-authority.ts';
import { done, type Refusal, type Result, refuse } from '../kit/result.ts';
import { openSqliteReader, openSqliteStore } from '../store/sqlite/store.ts';
import { type Home, openHome } from './home/folder.ts';
import { takeLock } from './home/lock.ts';
import { version } from './version.ts';

export type { Verification } from '../app/verify/verify.ts';

/** Also beside a running daemon: it only reads, and what is written meanwhile is read to its end. */
export async function verifyHome(path: string): Promise<Result<Verification>> {
  const home = openHome(path);
  if (!home.ok) return home;
  if (!existsSync(home.value.database)) return refuse(nothingThere(home.value));
  const reader = openSqliteReader({ file: home.value.database });
  try {
    const verification = await verifyHomeStore(reader);
    return verification ? done(verification) : refuse(nothingThere(home.value));
  } finally {
    await reader.close();
  }
}

/** Of a home that no daemon serves; a running one writes its own backup. */
export async function backupHome(path: string, file: string): Promise<Result<null>> {
  const home = openHome(path);
  if (!home.ok) return home;
  if (!existsSync(home.value.database)) return refuse(nothingThere(home.value));
  return locked(home.value, () =>
    withStore(home.value.database, async (store) => {
      await store.backup(file);
      return done(null);
    }),
  );
}

export interface Restored extends Voided {
  /** Where the database that was replaced lies now; null when there was none. */
  readonly replaced: string | null;
}

/**
 * The backup is made ready beside the home's database and then takes its place in one rename, so that a crash leaves
 * either the old one or the new one.
 */
export async function restoreHome(path: string, file: string): Promise<Result<Restored>> {
  const home = openHome(path);
  if (!home.ok) return home;
  return locked(home.value, async () => {
    const { database } = home.value;
    const candidate = join(home.value.path, 'restoring.db');
    removeDatabase(candidate);
    try {
      copyFileSync(file, candidate);
      const kept = existsSync(database) ? await withStore(database, (store) => readKept(offline(store))) : nothingKept;
      const found = await withStore(candidate, problemOfBackup);
      if (found !== null) return refuse(damaged(found));
      const voided = await withStore(candidate, (store) => restoreWorkspace(offline(store), kept));
      const replaced = copyAside(home.value);
      flush(candidate);
      renameSync(candidate, database);
      flush(home.value.path);
      return done({ ...voided, replaced });
    } finally {
      removeDatabase(candidate);
    }
  });
}

/** A backup comes from outside: it must be one workspace whose log explains every row, or it could bring authority along. */
async function problemOfBackup(store: Store): Promise<string | null> {
  const verification = await verifyHomeStore(store);
  if (!verification) return 'it holds no workspace';
  const [first] = verification.problems;
  return first ? `${first.where}: ${first.message}` : null;
}

function damaged(why: string): Refusal {
  return {
    code: 'bad_backup',
    message: `That is no whole backup of a workspace: ${why}.`,
    next: 'Take another backup. Nothing was changed.',
  };
}

function offline(store: Store) {
  return { store, clock: { now: Date.now }, ids: { next: uuidv7 } };
}

async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ file, appVersion: version });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function locked<T>(home: Home, work: () => Promise<Result<T>>): Promise<Result<T>> {
  const taken = takeLock(home, version);
  if (!taken.taken) return refuse(inUse(taken.holder.pid));
  try {
    return await work();
  } finally {
    taken.lock.release();
  }
}

/**
 * The old database is copied aside, not moved: a crash at any moment leaves either it or the new one in its place, and
 * never a home without any, which would start again as one that nobody ever paired with.
 */
function copyAside({ database, path }: Home): string | null {
  if (!existsSync(database)) return null;
  const aside = join(path, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}.db`);
  copyFileSync(database, aside);
  chmodSync(aside, 0o600);
  // A log left beside the old database must never be read into the new one; closing it wrote everything back.
  for (const suffix of ['-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
  return aside;
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}

function nothingThere({ path }: Home): Refusal {
  return { code: 'no_workspace', message: `There is no workspace in ${path} yet.`, next: 'Start it: sidekicks' };
}

function inUse(pid: number): Refusal {
  return { code: 'home_in_use', message: `The daemon runs, process ${pid}.`, next: 'Stop it first: sidekicks stop' };
}
