/** Files that only their owner may read, and that are never half there. */

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces the file. */
export function writePrivate(file: string, content: string | Uint8Array): void {
  const half = writeBeside(file, content);
  renameSync(half, file);
  flushFolder(file);
}

/** Makes the file; false when there is one already, which is then left as it is. */
export function createPrivate(file: string, content: string | Uint8Array): boolean {
  const half = writeBeside(file, content);
  try {
    // A link is made or not made: two makers cannot both succeed, and none sees the other's file half written.
    linkSync(half, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(half, { force: true });
  }
  flushFolder(file);
  return true;
}

/** Null when there is none. */
export function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The object that the file holds; null when there is no file, or no object in it. */
export function readJson(file: string): Readonly<Record<string, unknown>> | null {
  const text = readIfThere(file)?.toString('utf8');
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function writeBeside(file: string, content: string | Uint8Array): string {
  const half = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const handle = openSync(half, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return half;
}

function flushFolder(file: string): void {
  // Windows cannot flush a folder.
  if (process.platform === 'win32') return;
  const handle = openSync(dirname(file), 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
