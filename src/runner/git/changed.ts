/** What a worktree holds otherwise than the commit it started from, committed or not. Writes nothing. */
import { join } from 'node:path';
import { done, type Result, refuse } from '../../kit/result.ts';
import { git, listBytes } from './run.ts';
import { withTree } from './tree.ts';
import { adminOf, isOurs, tampered } from './view.ts';
import type { Worktree } from './worktree-of.ts';

/** Paths, a renamed file as both. Refused as commitWorktree. */
export async function changedNow(worktree: Worktree): Promise<Result<readonly string[]>> {
  if (!(await isOurs(worktree))) return refuse(tampered(worktree.path));
  const gitDir = adminOf(worktree);
  const objects = join(worktree.gitDir, 'objects');
  // A worker may be awake, and put a link where a folder was: what it closed stays closed, and is refused.
  const source = { gitDir, objects, workTree: worktree.path, owner: 'user', seed: 'HEAD' } as const;
  const made = await withTree({ ...source, blobs: 'thrown' }, async ({ index }) =>
    // Names alone: it compares ids and reads no bytes that were thrown away.
    git(['diff-index', '--cached', '-z', '--no-renames', '--name-only', worktree.base, '--'], {
      gitDir,
      index,
      maxBytes: listBytes,
    }),
  );
  return made.ok ? done(made.value.split('\0').filter(Boolean)) : made;
}
