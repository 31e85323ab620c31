/**
 * The private homes of conversations: made once, kept for the agent's sessions, filled anew with the entry's files.
 *
 * The worker can write its home, and the daemon writes there outside every jail: so nothing in it is followed or opened
 * but folders and files that are made here. What lies in a folder's way is removed, what lies in a file's way replaced.
 */

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, unlink } from 'node:fs/promises';
import { join, normalize, relative, sep } from 'node:path';
import { isWithin } from '../kit/paths.ts';

/** Also the conversation's folder names elsewhere: never a path. */
export function nameOf(conversationId: string): string {
  if (!/^[\w-]{1,100}$/.test(conversationId)) throw new Error(`no name for a folder: ${conversationId}`);
  return conversationId;
}

const folders = ['tmp', 'empty', '.config', '.local/share', '.local/state', '.cache'];

/** Throws the system's error where the worker left what is in nobody's power, such as a folder that may not be read. */
export async function openHome(homes: string, conversationId: string): Promise<string> {
  const home = join(await realpath(homes), nameOf(conversationId));
  await mkdir(home, { mode: 0o700 }).catch(unless('EEXIST'));
  for (const folder of folders) await inFolder(home, folder.split('/'), async () => undefined);
  return home;
}

/** Paths that lead out of the home are left away: an entry is a person's, but a slip must not write elsewhere. */
export async function writeFiles(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = normalize(join(home, name));
    if (!isWithin(file, home) || file === home) continue;
    const parts = relative(home, file).split(sep).filter(Boolean);
    const last = parts.pop() ?? '';
    await inFolder(home, parts, (at) => replaceFile(at, last, text));
  }
}

/** `use` gets a path to that folder which stays the folder's, whatever is moved meanwhile. */
async function inFolder(home: string, parts: readonly string[], use: (at: string) => Promise<void>): Promise<void> {
  let folder = await openFolder(home);
  try {
    for (const part of parts) {
      const next = await madeFolder(join(wayTo(folder), part));
      await folder.handle.close();
      folder = next;
    }
    await use(wayTo(folder));
  } finally {
    await folder.handle.close();
  }
}

interface Folder {
  readonly handle: FileHandle;
  readonly path: string;
}

/** Through the open folder itself: a component that is swapped between look and use leads nowhere else. */
function wayTo({ handle, path }: Folder): string {
  // Elsewhere there is no such path, and no jail either.
  return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path;
}

async function openFolder(path: string): Promise<Folder> {
  // With O_DIRECTORY a FIFO is an error and nothing to wait for.
  return { path, handle: await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW) };
}

async function madeFolder(path: string): Promise<Folder> {
  const there = await openFolder(path).catch(unless('ENOENT', 'ENOTDIR', 'ELOOP'));
  if (there) return there;
  await unlink(path).catch(unless('ENOENT'));
  await mkdir(path, { mode: 0o700 });
  return openFolder(path);
}

async function replaceFile(at: string, name: string, text: string): Promise<void> {
  const fresh = join(at, `.${randomUUID()}`);
  const how = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(fresh, how, 0o600);
  try {
    await file.writeFile(text);
    await file.close();
    await intoPlace(fresh, join(at, name));
  } catch (error) {
    await file.close();
    await unlink(fresh).catch(() => {});
    throw error;
  }
}

async function intoPlace(fresh: string, target: string): Promise<void> {
  const isFolder = await rename(fresh, target).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EISDIR') return true;
      throw error;
    },
  );
  if (!isFolder) return;
  // Set aside and not emptied: that would go through folders of the worker, and take as long as it likes.
  await rename(target, `${fresh}.aside`);
  await rename(fresh, target);
}

/** For catch: null for errors that were expected. */
function unless(...codes: readonly string[]): (error: NodeJS.ErrnoException) => null {
  return (error) => {
    if (codes.includes(error.code ?? '')) return null;
    throw error;
  };
}
