/**
 * What a daemon that died left of a worktree that it was making or removing. Taken back only when it holds nothing: a
 * restored backup may not know of a worktree that somebody worked in.
 */
import { lstat, readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '../../kit/result.ts';
import { killMarked } from '../process/kill.ts';
import { branchOf, forkPoint, listed, nameAt } from './administration.ts';
import { dispose, dropBranch } from './dispose.ts';
import { commitAt } from './head.ts';
import { openFolder } from './own-tree.ts';
import { askGit, git, listBytes } from './run.ts';
import { withTree } from './tree.ts';
import { unmergedCommits } from './unmerged.ts';
import { adminOf, isOurs } from './view.ts';
import type { Worktree } from './worktree-of.ts';

export interface Wanted {
  readonly gitDir: string;
  /** As a worktree remembers it. */
  readonly checkout: string;
  /** Free of links. */
  readonly path: string;
  readonly branch: string;
  readonly signal: AbortSignal | undefined;
}

interface Leftover extends Wanted {
  /** Null = there is no such branch. */
  readonly tip: string | null;
  /** Null = the repository knows no worktree there. */
  readonly worktree: Worktree | null;
  /** What the folder holds; null = it is not there. */
  readonly entries: readonly string[] | null;
}

/** Null = nothing is in the way any more. */
export async function takeBack(wanted: Wanted): Promise<Refusal | null> {
  const { gitDir, path, branch } = wanted;
  const left = await look(wanted);
  const { tip, worktree, entries } = left;
  if (tip === null && worktree === null && entries === null) return null;
  const kept = await whyKept(left);
  if (kept !== null) return exists(wanted, kept);
  if (worktree !== null) await dispose(worktree);
  else if (entries !== null) await rmdir(path);
  if (tip !== null) await dropBranch(gitDir, branch, tip);
  return null;
}

async function look(wanted: Wanted): Promise<Leftover> {
  const { gitDir, checkout, path, branch } = wanted;
  const tip = await commitAt({ gitDir }, `refs/heads/${branch}`);
  const name = await nameAt(gitDir, path);
  const base = (await forkPoint(checkout, branch)) ?? tip ?? '';
  const worktree = name === null ? null : { path, gitDir, checkout, name, branch, base, view: `${path}.git` };
  // The git of the dead daemon may still be filling it.
  if (worktree !== null) await killMarked([Buffer.from(`GIT_DIR=${adminOf(worktree)}\0`).toString('latin1')]);
  return { ...wanted, tip, worktree, entries: await entriesOf(path) };
}

async function entriesOf(path: string): Promise<readonly string[] | null> {
  if ((await lstat(path).catch(() => null)) === null) return null;
  await openFolder(path);
  // Not a folder, or another's: as if it held something.
  return readdir(path).catch(() => ['?']);
}

async function whyKept(left: Leftover): Promise<string | null> {
  const { gitDir, path, branch, tip, worktree, entries } = left;
  if (worktree === null && entries !== null && entries.length > 0) return 'the folder is no worktree of the repository';
  const elsewhere = (await listed(gitDir)).find((each) => each.branch === branch && each.path !== path);
  if (elsewhere) return `the branch is that of the worktree ${elsewhere.path}`;
  if (tip !== null && (await holdsCommits(left, tip))) return 'the branch holds commits that are nowhere else';
  // So far git had come, and no worker.
  const isBare = entries === null || entries.every((entry) => entry === '.git');
  if (worktree === null || isBare) return null;
  if ((await branchOf(gitDir, worktree.name)) !== branch || tip === null) return 'it is on another branch';
  return whyNotUntouched(worktree, tip, left.signal);
}

async function holdsCommits({ gitDir, checkout, branch }: Leftover, tip: string): Promise<boolean> {
  if (await isHeldElsewhere(gitDir, branch, tip)) return false;
  const base = await forkPoint(checkout, branch);
  // Without a common commit nothing of it can be in the checkout.
  if (base === null) return true;
  return (await unmergedCommits({ gitDir, checkout, base }, tip)) > 0;
}

/** The commit that it started from stays with the person's branch, also when the checkout is on another one by now. */
async function isHeldElsewhere(gitDir: string, branch: string, tip: string): Promise<boolean> {
  const kinds = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const out = await git(['for-each-ref', `--contains=${tip}`, '--format=%(refname)', ...kinds], { gitDir });
  return out.split('\n').some((ref) => ref !== '' && ref !== `refs/heads/${branch}`);
}

async function whyNotUntouched(
  worktree: Worktree,
  tip: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (!(await isOurs(worktree))) return 'its .git is not the file that it was made with';
  const admin = adminOf(worktree);
  // git writes its index last: with one, a missing file is somebody's work.
  const isFilled = (await lstat(join(admin, 'index')).catch(() => null)) !== null;
  const source = { gitDir: admin, objects: join(worktree.gitDir, 'objects'), workTree: worktree.path, signal } as const;
  const made = await withTree(
    { ...source, owner: 'us', seed: tip, blobs: 'thrown' },
    async ({ index, inSubmodules }) => ({
      inSubmodules,
      changed: await git(['diff-index', '--cached', '-z', '--no-renames', '--name-status', tip, '--'], {
        gitDir: admin,
        index,
        maxBytes: listBytes,
      }),
    }),
  );
  if (!made.ok) return made.refusal.message;
  const [filled] = made.value.inSubmodules;
  if (filled !== undefined) return `it holds uncommitted work, first ${filled}`;
  const fields = made.value.changed.split('\0');
  // Pairs: what became of it, then the path.
  const changed = fields.filter((_, place) => place % 2 === 1 && (isFilled || fields[place - 1] !== 'D'));
  const [first] = changed;
  if (first === undefined) return null;
  if (!isFilled && changed.length === 1 && (await isBeginning(worktree, tip, first))) return null;
  return `it holds uncommitted work, first ${first}`;
}

/** The one file that git was writing when it ended: as much as there is of it is the commit's. */
async function isBeginning({ path, gitDir }: Worktree, tip: string, file: string): Promise<boolean> {
  const stat = await lstat(join(path, file)).catch(() => null);
  if (!stat?.isFile() || stat.size > maxBeginning) return false;
  const { code, stdout } = await askGit(['cat-file', 'blob', `${tip}:${file}`], { gitDir, maxBytes: stat.size + 1 });
  return code === 0 && stdout.subarray(0, stat.size).equals(await readFile(join(path, file)));
}

const maxBeginning = 256 * 1024 * 1024;

function exists({ path, branch }: Wanted, why: string): Refusal {
  return {
    code: 'worktree_exists',
    message: `The worktree ${path} or its branch ${branch} is there already, and was not taken back: ${why}.`,
    next: `Keep what is in it: commit and merge it. Then \`git worktree remove --force ${path}\`, \`git branch -D ${branch}\`, and try again.`,
    data: { path, branch },
  };
}
