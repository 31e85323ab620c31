/**
 * Finds repositories inside a working tree. git asks a nested repository about itself by running git there, with the
 * configuration it holds: one that an agent planted would run commands outside the jail. So they are found by reading
 * folders alone, before git looks.
 */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { askGit, type GitOptions } from './run.ts';

/** A tree with more folders than this is not looked through; reading 100,000 takes about two seconds. */
const maxFolders = 500_000;

/** Folders with a `.git` of their own, relative to `root`, without what the repository ignores. */
export async function nestedRepositories(root: string, at: Pick<GitOptions, 'gitDir' | 'index'>) {
  const found = await planted(root);
  if (found.length === 0) return found;
  const input = found.map((path) => `${asked(path)}\0`).join('');
  const answer = await askGit(['check-ignore', '-z', '--stdin', '--no-index'], {
    ...at,
    workTree: root,
    cwd: root,
    input,
  });
  const ignored = new Set(answer.stdout.toString('utf8').split('\0').filter(Boolean));
  return found.filter((path) => !ignored.has(asked(path)));
}

/** `./` keeps a name that begins with a colon from being read as a pattern's magic. */
function asked(path: string): string {
  return `./${path}/`;
}

async function planted(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [root];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (++count > maxFolders) throw new Error(`${root} has more than ${maxFolders} folders`);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name.toLowerCase() === '.git') {
        if (folder !== root) found.push(relative(root, folder));
      } else if (entry.isDirectory()) waiting.push(join(folder, entry.name));
    }
  }
  return found;
}
