/** Trees of checks that a dead daemon left. */
import { readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { headOf } from './git/head.ts';

/** Which worktree is whose is asked on the repository's side: a check could write the other. */
export async function clearCheckTrees(checks: string, folders: readonly string[]): Promise<void> {
  const top = await realpath(checks);
  // What cannot be removed is in nobody's way: every check has a folder of its own.
  for (const name of await readdir(top)) await rm(join(top, name), { recursive: true, force: true }).catch(() => {});
  for (const folder of new Set(folders)) {
    const head = await headOf(folder);
    if (head.ok) await forgetUnder(top, join(head.value.gitDir, 'worktrees'));
  }
}

async function forgetUnder(top: string, administration: string): Promise<void> {
  for (const name of await readdir(administration).catch(() => [])) {
    const pointer = await readFile(join(administration, name, 'gitdir'), 'utf8').catch(() => '');
    if (pointer.startsWith(join(top, '/'))) await rm(join(administration, name), { recursive: true, force: true });
  }
}
