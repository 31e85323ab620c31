/** The database file itself: private from its first byte, and copied without a torn page. */
import { chmodSync, closeSync, fsyncSync, linkSync, lstatSync, openSync, rmSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { storeFault } from '../fault.ts';
import type { Connection } from './connection.ts';

const PRIVATE = 0o600;

/** Makes an empty file where there is none. SQLite gives `-wal` and `-shm` the mode of the database. */
export function preparePrivateFile(file: string): void {
  const found = lstatOrNull(file) ?? createOrNull(file);
  if (found === null) return;
  refuseUnsafe(file, found);
  if ((found.mode & 0o777) !== PRIVATE) chmodSync(file, PRIVATE);
}

export function refuseUnsafe(file: string, found: Stats = lstatSync(file)): void {
  if (!found.isFile()) throw storeFault('unsafe_file', `${file} is not a regular file`);
}

/** Null = made; otherwise what another process put there in between. */
function createOrNull(file: string): Stats | null {
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return lstatSync(file);
    throw error;
  }
  // SQLite flushes the file but not the folder that names it.
  flush(dirname(file));
  return null;
}

/** Copies into a file beside the target and links it into place, so that a half-made copy never bears its name. */
export function copyInto(connection: Connection, file: string): void {
  if (lstatOrNull(file) !== null) throw alreadyThere(file);
  const half = `${file}.${process.pid}.tmp`;
  rmSync(half, { force: true });
  try {
    // VACUUM INTO accepts an empty file, and that is how its mode is ours; it does not flush what it writes.
    closeSync(openSync(half, 'wx', PRIVATE));
    connection.prepare('vacuum into ?').run([half]);
    flush(half);
    linkSync(half, file);
    flush(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(file);
    throw error;
  } finally {
    rmSync(half, { force: true });
  }
}

function alreadyThere(file: string): Error {
  return storeFault('file_exists', `${file} exists; a backup never replaces a file`);
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    // Windows cannot flush a folder.
    if (process.platform !== 'win32') throw error;
  } finally {
    closeSync(handle);
  }
}

function lstatOrNull(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
