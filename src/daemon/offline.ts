/** What is done to a home without serving it: check, copy, put back. Each holds the lock where it writes. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import type { Blobs, Store } from '../app/ports.ts';
import { readKept, restoreWorkspace } from '../app/restore.ts';
import { type Verification, verifyHomeStore } from '../app/verify/verify.ts';
import { type Kept, nothingKept, type Voided } from '../core/access/void-authority.ts';
import { isAhead } from '../core/state/log-clock.ts';
import { parseInstant } from '../core/workspace/time.ts';
import { done, type Refusal, type Result, refuse } from '../kit/result.ts';
import { openBlobs } from '../store/files/blobs.ts';
import { unpackBlobs } from '../store/sqlite/packed-blobs.ts';
import { openSqliteReader, openSqliteStore } from '../store/sqlite/store.ts';
import { writeBackup } from './backup.ts';
import { isDiskFull } from './faults.ts';
import { hint } from './hint.ts';
import { type Home, openHome } from './home/folder.ts';
import { keepWorkspace, refusalOfLost } from './home/known-workspace.ts';
import { takeLock } from './home/lock.ts';
import { codeOf } from './home/private-file.ts';
import { refusalOf, refused } from './refusals.ts';
import { version } from './version.ts';

export type { Verification } from '../app/verify/verify.ts';

/** Also beside a running daemon: it only reads, and what is written meanwhile is read to its end. */
export async function verifyHome(path: string): Promise<Result<Verification>> {
  const home = openHome(path);
  if (!home.ok) return home;
  if (!existsSync(home.value.database)) return refuse(nothingThere(home.value));
  const reader = openSqliteReader({ file: home.value.database });
  try {
    const verification = await verifyHomeStore(reader, openBlobs(home.value.blobs));
    return verification ? done(verification) : refuse(nothingThere(home.value));
  } finally {
    await reader.close();
  }
}

/** Of a home that no daemon serves; a running one writes its own backup. */
export async function backupHome(path: string, file: string): Promise<Result<{ readonly file: string }>> {
  const home = openHome(path);
  if (!home.ok) return home;
  if (!existsSync(home.value.database)) return refuse(nothingThere(home.value));
  return locked(home.value, () =>
    withStore(home.value.database, (store) => writeBackup(store, openBlobs(home.value.blobs), file)),
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
      const refusal = await takeBackup(file, candidate, openBlobs(home.value.blobs));
      if (refusal) return refuse(refusal);
      const kept = await keptOf(home.value);
      if (!kept.ok) return kept;
      const voided = await withStore(candidate, (store) => restoreWorkspace(offline(store), kept.value));
      const [workspaceId = ''] = await withStore(candidate, (store) => store.workspaces());
      const replaced = copyAside(home.value);
      flush(candidate);
      renameSync(candidate, database);
      flush(home.value.path);
      keepWorkspace(home.value, workspaceId);
      return done({ ...voided, replaced });
    } finally {
      removeDatabase(candidate);
    }
  });
}

/** Who may enter the home: read from its own database, never guessed from one that cannot be read. */
async function keptOf(home: Home): Promise<Result<Kept>> {
  const { database } = home;
  if (!existsSync(database)) return done(nothingKept);
  try {
    return done(await withStore(database, (store) => readKept(offline(store))));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return refused('workspace_lost', {
      message: `${database} cannot be read (${wordsOf(error)}), so its persons and keys cannot be kept.`,
      next: `Move it away, then restore again; everybody pairs anew then. Nothing was changed.`,
    });
  }
}

/** Copies the backup to where it is made ready; answers why it is of no use. */
async function takeBackup(file: string, candidate: string, blobs: Blobs): Promise<Refusal | null> {
  try {
    // A pipe that nobody writes would be waited for without end; a device has none.
    if (!statSync(file).isFile()) return refusalOf('no_such_file', notAFile(file));
    copyFileSync(file, candidate);
    // Bytes come in by their hash: whatever else a backup holds can replace none of the home's own.
    await unpackBlobs(candidate, blobs);
    const found = await withStore(candidate, (store) => problemOfBackup(store, blobs));
    return found === null ? null : damaged(found);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    const code = codeOf(error) ?? '';
    if (!UNREADABLE.includes(code)) return damaged(wordsOf(error));
    return refusalOf('no_such_file', {
      message: `${file} cannot be read (${code}).`,
      next: 'Name a backup that exists. Nothing was changed.',
    });
  }
}

function notAFile(file: string) {
  return { message: `${file} is no regular file.`, next: 'Name a backup that exists. Nothing was changed.' };
}

const UNREADABLE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG'];

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A backup comes from outside: it must be one workspace whose log explains every row, or it could bring authority along. */
async function problemOfBackup(store: Store, blobs: Blobs): Promise<string | null> {
  const verification = await verifyHomeStore(store, blobs);
  if (!verification) return 'it holds no workspace';
  const [first] = verification.problems;
  if (first) return `${first.where}: ${first.message}`;
  const { at } = verification.end;
  // The home's time would stand still until then.
  return isLogAhead(at) ? `its log ends at ${at}, which is ahead of this computer's clock` : null;
}

/** Whether a log that ends then is more than five minutes ahead of this computer's clock. */
export function isLogAhead(at: string): boolean {
  return isAhead(parseInstant(at) ?? Number.POSITIVE_INFINITY, Date.now());
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
  if (!taken.taken) return refuse(inUse(taken.holder.pid, home));
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

function nothingThere(home: Home): Refusal {
  const message = `There is no workspace in ${home.path} yet.`;
  return refusalOfLost(home) ?? { code: 'no_workspace', message, next: `Start it: ${hint('', home.path)}` };
}

function inUse(pid: number, { path }: Home): Refusal {
  const next = `Stop it first: ${hint('stop', path)}`;
  return { code: 'home_in_use', message: `The daemon runs, process ${pid}.`, next };
}
