/** What would be lost with a worktree. Reads only; says "unmerged" whenever it cannot tell. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { done, type Result } from '../../kit/result.ts';
import { commitsNaming } from './applied.ts';
import { changedFiles } from './diff.ts';
import { commitAt } from './head.ts';
import { askGit, git } from './run.ts';
import { withTree } from './tree.ts';
import { adminOf } from './view.ts';
import type { Worktree } from './worktree-of.ts';

export interface Unmerged {
  readonly unmerged: boolean;
  /** Commits of the branch that no other branch and not the checkout's HEAD holds, in this or another form. */
  readonly commits: number;
  /** The working tree differs from the branch. */
  readonly uncommitted: boolean;
}

/** `worktree` of a checkout `repo` on `branch`; see unmergedWork for what counts. */
export async function hasUnmergedWork(worktree: Worktree): Promise<boolean> {
  const found = await unmergedWork(worktree);
  return !found.ok || found.value.unmerged;
}

/** Refused `nested_repository`, `worktree_unreadable`: what is there cannot be compared, so it is not to be deleted. */
export async function unmergedWork(worktree: Worktree): Promise<Result<Unmerged>> {
  const { gitDir, branch, path } = worktree;
  const tip = await commitAt({ gitDir }, branch === null ? worktree.base : `refs/heads/${branch}`);
  const commits = tip === null ? 0 : await unmergedCommits(worktree, tip);
  const isThere = (await lstat(join(path, '.git')).catch(() => null)) !== null;
  if (!isThere) return done({ unmerged: commits > 0, commits, uncommitted: false });
  const admin = adminOf(worktree);
  const seed = tip ?? worktree.base;
  const source = { gitDir: admin, objects: join(gitDir, 'objects'), workTree: path, owner: 'us', seed } as const;
  const compared = await withTree(
    { ...source, blobs: 'thrown' },
    async ({ tree, inSubmodules }) =>
      inSubmodules.length > 0 || tree !== (await git(['rev-parse', `${seed}^{tree}`], { gitDir })),
  );
  if (!compared.ok) return compared;
  return done({ unmerged: commits > 0 || compared.value, commits, uncommitted: compared.value });
}

/** Of the branch, in no form elsewhere. */
export async function unmergedCommits({ gitDir, branch, base }: Worktree, tip: string): Promise<number> {
  const others = ['HEAD', ...(await otherRefs(gitDir, branch))];
  const count = Number(
    await git(['rev-list', '--count', '--stdin'], {
      gitDir,
      input: [tip, ...others.map((ref) => `^${ref}`), ''].join('\n'),
    }),
  );
  if (count === 0) return 0;
  return (await isHeld({ gitDir, base, tip, head: 'HEAD' })) ? 0 : count;
}

async function otherRefs(gitDir: string, branch: string | null): Promise<readonly string[]> {
  const out = await git(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes', 'refs/tags'], { gitDir });
  return out.split('\n').filter((ref) => ref !== '' && ref !== `refs/heads/${branch}`);
}

interface Held {
  readonly gitDir: string;
  readonly base: string;
  readonly tip: string;
  readonly head: string;
}

/** By our own trailer, or because the head holds the very bytes (a squash): else a merged branch could never be removed. */
export async function isHeld({ gitDir, base, tip, head }: Held): Promise<boolean> {
  if ((await commitsNaming(gitDir, { base, head, result: tip })).length > 0) return true;
  const changed = new Set(await changedFiles({ gitDir, base, commit: tip }));
  const differing = await changedFiles({ gitDir, base: head, commit: tip });
  return !differing.some((file) => changed.has(file));
}

/** Whether `commit` is `other` or behind it. */
export async function isAncestor(gitDir: string, commit: string, other: string): Promise<boolean> {
  const { code, said } = await askGit(['merge-base', '--is-ancestor', commit, other], { gitDir });
  if (code > 1) throw new Error(`git merge-base failed: ${said}`);
  return code === 0;
}
