/** Trees of checks that a dead daemon left, and worktrees that it was deleting. */
import { readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GONE } from './git/dispose.ts';
import { headOf } from './git/head.ts';
import { removeTree } from './git/own-tree.ts';

/** Which worktree is whose is asked on the repository's side: a check could write the other. */
export async function clearCheckTrees(checks: string, folders: readonly string[]): Promise<void> {
  const top = await realpath(checks);
  // What cannot be removed is in nobody's way: every check has a folder of its own.
  for (const name of await readdir(top)) await removeTree(join(top, name)).catch(() => {});
  for (const folder of new Set(folders)) {
    const head = await headOf(folder);
    if (head.ok) await forgetUnder(top, join(head.value.gitDir, 'worktrees'));
  }
}

/** Only what was moved away to be deleted: everything else may be work. */
export async function clearGone(worktrees: string): Promise<void> {
  const gone = (await readdir(worktrees)).filter((name) => name.endsWith(GONE));
  for (const name of gone) await removeTree(join(worktrees, name)).catch(() => {});
}

async function forgetUnder(top: string, administration: string): Promise<void> {
  for (const name of await readdir(administration).catch(() => [])) {
    const pointer = await readFile(join(administration, name, 'gitdir'), 'utf8').catch(() => '');
    if (pointer.startsWith(join(top, '/'))) await rm(join(administration, name), { recursive: true, force: true });
  }
}
