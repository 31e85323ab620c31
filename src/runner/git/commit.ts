/**
 * The result of work: one commit of the worktree's bytes, made from outside by plumbing. Owns what becomes of a
 * worktree's branch; trusts nothing that the agent could write but the bytes of its files.
 */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../kit/result.ts';
import { refuse } from '../../kit/result.ts';
import { changedFiles } from './diff.ts';
import { commitAt } from './head.ts';
import { git, quieted } from './run.ts';
import { withTree } from './tree.ts';
import { adminOf, isOurs, tampered } from './view.ts';
import type { Worktree } from './worktree-of.ts';

export interface Signature {
  readonly name: string;
  readonly email: string;
}

export interface Committed {
  /** unchanged: the bytes are those of `commit`, which was there before. */
  readonly kind: 'committed' | 'unchanged';
  readonly commit: string;
  readonly tree: string;
  /** Against the worktree's base. */
  readonly changedFiles: readonly string[];
  /** FIFOs, sockets and devices, and folders of submodules that hold something. */
  readonly leftOut: readonly string[];
}

/**
 * Nothing that can write the worktree may be awake meanwhile: close the agent before.
 * Refused: `worktree_tampered`, `nested_repository`, `worktree_unreadable`. The branch moves only when all went well.
 */
export async function commitWorktree(options: {
  readonly worktree: Worktree;
  readonly message: string;
  readonly author: Signature;
  /** Aborting throws its reason; nothing has moved then. */
  readonly signal?: AbortSignal | undefined;
}): Promise<Result<Committed>> {
  const { worktree, signal } = options;
  if (!(await isOurs(worktree))) return refuse(tampered(worktree.path));
  const gitDir = adminOf(worktree);
  const tip = await commitAt({ gitDir }, 'HEAD');
  if (tip === null) throw new Error(`the worktree ${worktree.path} has no commit`);
  const objects = join(worktree.gitDir, 'objects');
  const source = { gitDir, objects, workTree: worktree.path, owner: 'us', seed: tip } as const;
  return withTree({ ...source, blobs: 'kept', signal }, async ({ tree, index, leftOut, inSubmodules }) => {
    signal?.throwIfAborted();
    const isSame = tree === (await git(['rev-parse', `${tip}^{tree}`], { gitDir }));
    const commit = isSame ? tip : await commitTree({ gitDir, tree, parent: tip, ...options });
    if (!isSame) await move(worktree, { from: tip, to: commit, index });
    return {
      kind: isSame ? 'unchanged' : 'committed',
      commit,
      tree,
      changedFiles: await changedFiles({ gitDir, base: worktree.base, commit }),
      leftOut: [...leftOut, ...inSubmodules],
    };
  });
}

/** A commit object; moves nothing. */
export async function commitTree(options: {
  readonly gitDir: string;
  readonly tree: string;
  readonly parent: string;
  readonly message: string;
  readonly author: Signature;
}): Promise<string> {
  const { gitDir, author } = options;
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  };
  const args = ['commit-tree', options.tree, '-p', options.parent, '-F', '-'];
  return git(args, { gitDir, env, input: `${options.message.trimEnd()}\n` });
}

async function move(worktree: Worktree, moved: { readonly from: string; readonly to: string; readonly index: string }) {
  const gitDir = adminOf(worktree);
  const ref = worktree.branch === null ? 'HEAD' : `refs/heads/${worktree.branch}`;
  // The old value is given: a branch that somebody moved meanwhile is not overwritten.
  await git(['update-ref', '-m', 'sidekicks: result', ref, moved.to, moved.from], await quieted({ gitDir }));
  // So that the user's `git status` in the worktree agrees.
  await copyFile(moved.index, join(gitDir, 'index.new'));
  await rename(join(gitDir, 'index.new'), join(gitDir, 'index'));
}
