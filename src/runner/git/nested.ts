/**
 * Looks through a working tree before git does. git asks a nested repository about itself by running git there, with the
 * configuration it holds: one that an agent planted would run commands outside the jail. And it opens a FIFO in place of
 * a `.gitignore` and waits for ever. So both are found by reading folders alone; no file is opened.
 */
import { constants, type Dirent } from 'node:fs';
import { access, opendir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bytePath, bytesOf } from './byte-path.ts';
import { openFolder } from './own-tree.ts';
import { askGit, type GitOptions } from './run.ts';

export interface Found {
  /** Folders with a `.git` of their own. */
  readonly repositories: readonly string[];
  /** FIFOs, sockets and devices. */
  readonly special: readonly string[];
  /** Folders that cannot be read: git would only warn, and what they hold would be as if it were not there. */
  readonly closed: readonly string[];
}

/** Whose the tree is: in one of ours, folders that were closed are opened. */
export type Owner = 'us' | 'user';

/** Reading 100,000 folders takes about two seconds. */
const maxEntries = 2_000_000;

/** Byte paths relative to `root`. Throws for a tree with more than two million entries. */
export async function lookThrough(path: string, owner: Owner, signal?: AbortSignal): Promise<Found> {
  const root = bytePath(path);
  const repositories: string[] = [];
  const special: string[] = [];
  const closed: string[] = [];
  const waiting = [root];
  let count = 0;
  const take = (folder: string, entry: Dirent): void => {
    if (++count > maxEntries) throw new Error(`${path} has more than ${maxEntries} entries`);
    const at = join(folder, entry.name);
    const isGit = entry.name.toLowerCase() === '.git';
    const isOwn = folder === root;
    if (isGit && !isOwn) repositories.push(relative(root, folder));
    // Its own. One of another case is to git a folder like any other, where names have case.
    if (isGit && (!isOwn || entry.name === '.git')) return;
    if (entry.isDirectory()) waiting.push(at);
    else if (isSpecial(entry)) special.push(relative(root, at));
  };
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const bytes = bytesOf(folder);
    if (owner === 'us') await openFolder(bytes);
    const entries = await entriesOf(bytes);
    if (entries === null) closed.push(relative(root, folder) || '.');
    for await (const entry of entries ?? []) {
      signal?.throwIfAborted();
      take(folder, entry);
    }
  }
  return { repositories, special, closed };
}

/** Null = they cannot be read. A folder that went meanwhile has none. */
async function entriesOf(folder: Buffer): Promise<AsyncIterable<Dirent> | readonly Dirent[] | null> {
  try {
    // Without the right to enter, names are listed and nothing more.
    await access(folder, constants.R_OK | constants.X_OK);
    return await opendir(folder, { bufferSize: 256, encoding: 'latin1' });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null;
  }
}

function isSpecial(entry: Dirent): boolean {
  return entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
}

/** Those that the repository does not ignore; byte paths. */
export async function unignored(
  kind: 'files' | 'folders',
  paths: readonly string[],
  at: GitOptions,
): Promise<readonly string[]> {
  if (paths.length === 0) return paths;
  // `./` keeps a name that begins with a colon from being read as a pattern's magic.
  const asked = (path: string) => `./${path}${kind === 'folders' ? '/' : ''}`;
  const input = paths.map((path) => `${asked(path)}\0`).join('');
  const answer = await askGit(['check-ignore', '-z', '--stdin', '--no-index'], { ...at, input: bytesOf(input) });
  const ignored = new Set(answer.stdout.toString('latin1').split('\0').filter(Boolean));
  return paths.filter((path) => !ignored.has(asked(path)));
}
