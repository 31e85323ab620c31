/** What a worktree holds otherwise than the commit it started from, committed or not. Writes nothing. */
import { join } from 'node:path';
import type { Changed } from '../../core/run/links.ts';
import { type Result, refuse } from '../../kit/result.ts';
import { linksOfBoth } from './links.ts';
import { git, listBytes } from './run.ts';
import { withTree } from './tree.ts';
import { adminOf, isOurs, tampered } from './view.ts';
import type { Worktree } from './worktree-of.ts';

/** Refused as commitWorktree. */
export async function changedNow(worktree: Worktree): Promise<Result<Changed>> {
  if (!(await isOurs(worktree))) return refuse(tampered(worktree.path));
  const gitDir = adminOf(worktree);
  const objects = join(worktree.gitDir, 'objects');
  // A worker may be awake, and put a link where a folder was: what it closed stays closed, and is refused.
  const source = { gitDir, objects, workTree: worktree.path, owner: 'user', seed: 'HEAD' } as const;
  return withTree({ ...source, blobs: 'thrown' }, async ({ index, tree, env }) => {
    // Names alone: it compares ids and reads no bytes that were thrown away.
    const args = ['diff-index', '--cached', '-z', '--no-renames', '--name-only', worktree.base, '--'];
    const files = (await git(args, { gitDir, index, maxBytes: listBytes })).split('\0').filter(Boolean);
    const before = { at: { gitDir }, tree: worktree.base };
    return { files, links: await linksOfBoth(before, { at: { gitDir, env }, tree }) };
  });
}
