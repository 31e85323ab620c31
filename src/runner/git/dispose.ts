/** Deletes a worktree that holds nothing any more. Asks nobody: whoever calls has made sure. */
import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { listed } from './administration.ts';
import { removeTree } from './own-tree.ts';
import { git, quieted } from './run.ts';
import { adminOf } from './view.ts';
import type { Worktree } from './worktree-of.ts';

/** How the name ends of what was moved away and is still to be deleted; the next start deletes it too. */
export const GONE = '.gone';

export async function dispose(worktree: Worktree): Promise<void> {
  const { path, gitDir, view } = worktree;
  // Away in one step each: whatever ends the daemon, no half of a worktree stays. And before git is asked, so that it
  // never looks into what an agent or a check left there.
  const away = [await moveAway(path), await moveAway(view), `${view}.new`].filter((each) => each !== null);
  if (await isListed(gitDir, path)) await git(['worktree', 'remove', '--force', '--force', path], { gitDir });
  if (await isListed(gitDir, path)) throw new Error(`git still lists the removed worktree ${path}`);
  // One that was being made when its daemon died may not be listed.
  await removeTree(adminOf(worktree));
  for (const folder of away) await removeTree(folder);
}

/** The old value is given: a commit made since somebody looked keeps its branch. */
export async function dropBranch(gitDir: string, branch: string, tip: string): Promise<void> {
  await git(['update-ref', '-d', `refs/heads/${branch}`, tip], await quieted({ gitDir }));
}

async function moveAway(folder: string): Promise<string | null> {
  const away = `${folder}.${randomUUID()}${GONE}`;
  try {
    await rename(folder, away);
    return away;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

async function isListed(gitDir: string, path: string): Promise<boolean> {
  return (await listed(gitDir)).some((each) => each.path === path);
}
