/**
 * Worktrees of the daemon: made for a run or a check, and removed only when nothing in them would be lost. Owns their
 * administration in the repository; never runs a hook and never deletes unmerged or uncommitted work.
 */
import { lstat, mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { commitAt, headOf } from './head.ts';
import { askGit, git, quieted } from './run.ts';
import { type Unmerged, unmergedWork } from './unmerged.ts';
import { adminOf, isOurs, tampered } from './view.ts';
import type { Worktree } from './worktree-of.ts';

export interface NewWorktree {
  /** A checkout of the repository. */
  readonly repo: string;
  /** Must not exist yet; its parent is made. */
  readonly path: string;
  /** Must not exist yet. */
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
  // The old value is given: a commit made since we looked keeps its branch.
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
  const { gitDir } = checkout.value;
  const base = await commitAt({ gitDir }, options.commit);
  if (base === null) return refuse(unknownCommit(options.commit));
  if (branch !== null && (await commitAt({ gitDir }, `refs/heads/${branch}`)) !== null) {
    return refuse(exists(`the branch ${branch}`));
  }
  if ((await lstat(options.path).catch(() => null)) !== null) return refuse(exists(options.path));
  await mkdir(dirname(options.path), { recursive: true, mode: 0o700 });
  const path = join(await realpath(dirname(options.path)), basename(options.path));
  const where = branch === null ? ['--detach'] : ['--no-track', '-b', branch];
  await git(['worktree', 'add', '--quiet', '--no-checkout', ...where, path, base], { gitDir });
  const worktree = { path, gitDir, name: await nameOf(path), branch, base, view: `${path}.git` };
  try {
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

async function dropBranch(gitDir: string, branch: string, tip: string): Promise<void> {
  await git(['update-ref', '-d', `refs/heads/${branch}`, tip], { gitDir });
}

/** git numbers a name that is taken. */
async function nameOf(path: string): Promise<string> {
  const pointer = await readFile(join(path, '.git'), 'utf8');
  return basename(pointer.replace(/^gitdir: /, '').trim());
}

async function dispose({ path, gitDir, view }: Worktree): Promise<void> {
  // The folder first, so that git never looks into what an agent or a check left there.
  for (const folder of [path, view, `${view}.new`]) await rm(folder, { recursive: true, force: true });
  if (await isListed(gitDir, path)) await git(['worktree', 'remove', '--force', '--force', path], { gitDir });
  if ((await lstat(path).catch(() => null)) !== null) throw new Error(`the worktree ${path} was not removed`);
  if (await isListed(gitDir, path)) throw new Error(`git still lists the removed worktree ${path}`);
}

async function isListed(gitDir: string, path: string): Promise<boolean> {
  const answer = await askGit(['worktree', 'list', '--porcelain', '-z'], { gitDir });
  if (answer.code !== 0) throw new Error(`git worktree list failed: ${answer.said}`);
  return answer.stdout.toString('utf8').split('\0').includes(`worktree ${path}`);
}

function unknownCommit(name: string): Refusal {
  return {
    code: 'unknown_commit',
    message: `The repository has no commit ${name}.`,
    next: 'Give a commit that is in the repository.',
  };
}

function exists(what: string): Refusal {
  return {
    code: 'worktree_exists',
    message: `There is already ${what}.`,
    next: 'Use another name, or remove the old one first.',
  };
}

function unmergedRefusal({ path, branch }: Worktree, lost: Unmerged): Refusal {
  return {
    code: 'worktree_unmerged',
    message: `${path} holds work that is nowhere else: ${lost.commits} commits, ${lost.uncommitted ? 'and' : 'no'} uncommitted files.`,
    next: `Apply the result, or merge ${branch ?? 'it'} yourself, then remove the worktree.`,
    data: lost,
  };
}
