/**
 * Worktrees of the daemon: made for a run or a check, and removed only when nothing in them would be lost. Owns their
 * administration in the repository; never runs a hook and never deletes unmerged or uncommitted work.
 */
import { lstat, mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { dispose, dropBranch } from './dispose.ts';
import { commitAt, headOf } from './head.ts';
import { takeBack } from './leftover.ts';
import { askGit, git, quieted } from './run.ts';
import { type Unmerged, unmergedWork } from './unmerged.ts';
import { adminOf, isOurs, tampered } from './view.ts';
import type { Worktree } from './worktree-of.ts';

export interface NewWorktree {
  /** A checkout of the repository. */
  readonly repo: string;
  /** Must not exist yet, or hold nothing; its parent is made. */
  readonly path: string;
  /** Must not exist yet, or hold nothing. */
  readonly branch: string;
  readonly base: string;
  readonly signal?: AbortSignal | undefined;
}

/** Refused: `not_a_git_root`, `unknown_commit`, `worktree_exists`. Aborting throws its reason, and nothing is left. */
export async function addWorktree({ repo, path, branch, base, signal }: NewWorktree): Promise<Result<Worktree>> {
  return add({ repo, path, branch, commit: base, signal });
}

/** The bytes of a commit in a fresh folder of their own, detached; for checks. Refused as addWorktree. */
export async function exportTree(options: {
  readonly repo: string;
  readonly commit: string;
  readonly into: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<Result<Worktree>> {
  const { repo, into: path, commit, signal } = options;
  return add({ repo, path, branch: null, commit, signal });
}

/** Removes an exported tree with whatever a check left in it. A worktree with a branch is a fault here. */
export async function dropExport(worktree: Worktree): Promise<void> {
  if (worktree.branch !== null)
    throw new Error(`${worktree.path} is a run's worktree: only removeWorktree may delete it`);
  await dispose(worktree);
}

/** Refused: `worktree_unmerged` (with what would be lost), `worktree_tampered`. Removing a removed one is done. */
export async function removeWorktree(worktree: Worktree): Promise<Result<'removed'>> {
  const { path, gitDir, branch } = worktree;
  const isThere = (await lstat(path).catch(() => null)) !== null;
  if (isThere && !(await isOurs(worktree))) return refuse(tampered(path));
  const lost = await unmergedWork(worktree);
  if (!lost.ok) return lost;
  if (lost.value.unmerged) return refuse(unmergedRefusal(worktree, lost.value));
  const tip = branch === null ? null : await commitAt({ gitDir }, `refs/heads/${branch}`);
  await dispose(worktree);
  if (branch !== null && tip !== null) await dropBranch(gitDir, branch, tip);
  return done('removed');
}

async function add(options: {
  readonly repo: string;
  readonly path: string;
  readonly branch: string | null;
  readonly commit: string;
  readonly signal: AbortSignal | undefined;
}): Promise<Result<Worktree>> {
  const { branch, signal } = options;
  const checkout = await headOf(options.repo);
  if (!checkout.ok) return checkout;
  const { gitDir, ownDir } = checkout.value;
  const base = await commitAt({ gitDir }, options.commit);
  if (base === null) return refuse(unknownCommit(options.commit));
  await mkdir(dirname(options.path), { recursive: true, mode: 0o700 });
  const path = join(await realpath(dirname(options.path)), basename(options.path));
  const inTheWay =
    branch === null ? await fileAt(path) : await takeBack({ gitDir, checkout: ownDir, path, branch, signal });
  if (inTheWay) return refuse(inTheWay);
  const where = branch === null ? ['--detach'] : ['--no-track', '-b', branch];
  const quiet = await quieted({ gitDir });
  const added = await askGit(['worktree', 'add', '--quiet', '--no-checkout', ...where, path, base], quiet);
  if (added.code !== 0) return refuse(notMade(path, added.said));
  const name = await nameOf(path);
  const worktree = { path, gitDir, checkout: ownDir, name, branch, base, view: `${path}.git` };
  try {
    await makeWhole(worktree);
    // In a call of its own, since `add` has another git do it, which would write on after a stop.
    const at = { gitDir: adminOf(worktree), workTree: path, timeoutMs: 600_000, ...(signal && { signal }) };
    await git(['reset', '--hard', '--quiet', '--no-recurse-submodules', base], await quieted(at));
  } catch (error) {
    await dispose(worktree);
    if (branch !== null) await dropBranch(gitDir, branch, base);
    throw error;
  }
  return done(worktree);
}

/**
 * Of a sparse checkout git makes a sparse worktree. What a worker wrote outside its patterns would be no part of the
 * result and gone with the worktree, and a check would run on fewer files than its digest says.
 */
async function makeWhole(worktree: Worktree): Promise<void> {
  // Its patterns: without them git takes every file, wherever the setting stands (the repository's, or the worktree's own).
  await rm(join(adminOf(worktree), 'info', 'sparse-checkout'), { force: true });
}

/** git numbers a name that is taken. */
async function nameOf(path: string): Promise<string> {
  const pointer = await readFile(join(path, '.git'), 'utf8');
  return basename(pointer.replace(/^gitdir: /, '').trim());
}

/** Such as a branch called `sidekicks`, beside which there can be none below that name. */
function notMade(path: string, said: string): Refusal {
  return {
    code: 'worktree_exists',
    message: `git cannot make the worktree ${path}: ${said}`,
    next: 'Rename or remove what is in its way, then try again.',
  };
}

function unknownCommit(name: string): Refusal {
  return {
    code: 'unknown_commit',
    message: `The repository has no commit ${name}.`,
    next: 'Give a commit that is in the repository.',
  };
}

async function fileAt(path: string): Promise<Refusal | null> {
  if ((await lstat(path).catch(() => null)) === null) return null;
  return {
    code: 'worktree_exists',
    message: `There is already ${path}.`,
    next: 'Use another name, or remove the old one first.',
  };
}

function unmergedRefusal({ path, branch }: Worktree, lost: Unmerged): Refusal {
  return {
    code: 'worktree_unmerged',
    message: `${path} holds work that the folder's own checkout does not: ${counted(lost.commits, 'commit')}, ${lost.uncommitted ? 'and' : 'no'} uncommitted files.`,
    next: `Apply the result, or merge ${branch ?? 'it'} there yourself, then remove the worktree.`,
    data: lost,
  };
}
