/**
 * Trees of our own: worktrees, and what checks left. Whoever worked there may have taken the owner's rights: a folder of
 * mode 000 hides what is in it, one of 0555 cannot be emptied, and only root never notices. Never for a user's checkout,
 * never through a link, and only while nothing that could put a link in a folder's place is awake.
 */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytePath, bytesOf } from './byte-path.ts';

/** Readable for its owner, where that was taken. */
export function openFolder(folder: string | Buffer): Promise<void> {
  return allow(folder, 'folder', 0o500);
}

/** Every folder and file readable for its owner. */
export function openTree(root: string, signal?: AbortSignal): Promise<void> {
  return walk(bytePath(root), { folder: 0o500, file: 0o400 }, signal);
}

/** With whatever is in it; one that is not there is removed already. */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true });
  await remove().catch(async (error: NodeJS.ErrnoException) => {
    if (!['EACCES', 'EPERM', 'ENAMETOOLONG'].includes(error.code ?? '')) throw error;
    await walk(bytePath(path), { folder: 0o700, file: 0 }, undefined, bytePath(path));
    await remove();
  });
}

/** Folders within folders, until no path reaches the innermost: of what is to be removed, each such one is moved up. */
const DEEP = 1000;

interface Rights {
  readonly folder: number;
  /** 0 = not asked for. */
  readonly file: number;
}

/** Byte paths. `up`: where what lies too deep for a path is moved to; it goes on from there. */
async function walk(root: string, rights: Rights, signal?: AbortSignal, up?: string): Promise<void> {
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    await allow(bytesOf(folder), 'folder', rights.folder);
    // What stays closed, whoever needs it says so.
    for await (const entry of await opendir(bytesOf(folder), { bufferSize: 256, encoding: 'latin1' }).catch(() => [])) {
      signal?.throwIfAborted();
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        waiting.push(up && path.length > DEEP ? await moved(path, join(up, randomUUID())) : path);
      else if (entry.isFile() && rights.file !== 0) await allow(bytesOf(path), 'file', rights.file);
    }
  }
}

/** What cannot be moved stays, and whoever removes it says why. */
function moved(path: string, to: string): Promise<string> {
  return rename(bytesOf(path), bytesOf(to)).then(
    () => to,
    () => path,
  );
}

/** What is another's keeps its mode. */
async function allow(path: string | Buffer, kind: 'folder' | 'file', bits: number): Promise<void> {
  const stat = await lstat(path).catch(() => null);
  const isKind = kind === 'folder' ? stat?.isDirectory() : stat?.isFile();
  if (!stat || !isKind || (stat.mode & bits) === bits) return;
  await chmod(path, (stat.mode & 0o7777) | bits).catch(() => {});
}
