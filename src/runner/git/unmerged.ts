/**
 * What would be lost with a worktree: all that the checkout which its work is applied to does not hold. A commit is held
 * when HEAD has it, or its very bytes, or a commit that made the same change; no commit's words count, for anybody writes
 * them. Reads only; says "unmerged" whenever it cannot tell.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { done, type Result } from '../../kit/result.ts';
import { makesChange } from './applied.ts';
import { changedFiles } from './diff.ts';
import { commitAt } from './head.ts';
import type { Change } from './merge.ts';
import { git, listBytes } from './run.ts';
import { withTree } from './tree.ts';
import { adminOf } from './view.ts';
import type { Worktree } from './worktree-of.ts';

export interface Unmerged {
  readonly unmerged: boolean;
  /** Commits of the branch that the checkout's HEAD holds in no form. */
  readonly commits: number;
  /** The working tree differs from the branch. */
  readonly uncommitted: boolean;
}

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

/** Of the branch up to `tip`, and in no form in the checkout. */
export async function unmergedCommits(
  of: Pick<Worktree, 'gitDir' | 'checkout' | 'base'>,
  tip: string,
): Promise<number> {
  const { gitDir, checkout, base } = of;
  const head = await commitAt({ gitDir: checkout }, 'HEAD');
  if (head === null) throw new Error(`the checkout of ${checkout} has no commit`);
  const count = Number(await git(['rev-list', '--count', `${head}..${tip}`], { gitDir }));
  if (count === 0) return 0;
  return (await isHeld(head, { gitDir, base, commit: tip })) ? 0 : count;
}

/** In whatever form: the very bytes, or the same changes. */
export async function isHeld(head: string, change: Change): Promise<boolean> {
  return (await holdsBytes(head, change)) || (await holdsChanges(head, change));
}

/** Each file that was changed is there as it was left. */
async function holdsBytes(head: string, change: Change): Promise<boolean> {
  const changed = new Set(await changedFiles(change));
  const differing = await changedFiles({ ...change, base: head });
  return !differing.some((file) => changed.has(file));
}

/**
 * The same files may have been changed again since. Results of several turns were applied one by one, some or all in one,
 * so this goes along the branch from one that is there to the next.
 */
async function holdsChanges(head: string, { gitDir, base, commit: tip }: Change): Promise<boolean> {
  const branch = await commits(gitDir, ['--first-parent', '--reverse', `${base}..${tip}`]);
  if (branch.length > maxTurns) return false;
  const since = `${base}..${head}`;
  // Two turns that made the same change need two commits.
  const used = new Set<string>();
  let from = base;
  for (const commit of branch) {
    const files = await changedFiles({ gitDir, base: from, commit });
    const made = await madeBy(since, { gitDir, base: from, commit }, { files, used });
    if (made !== null) used.add(made);
    if (made !== null || files.length === 0) from = commit;
  }
  return from === tip;
}

/** A commit of the range that made this change. */
async function madeBy(
  range: string,
  change: Change,
  { files, used }: { readonly files: readonly string[]; readonly used: ReadonlySet<string> },
): Promise<string | null> {
  const { gitDir } = change;
  const [first] = files;
  if (first === undefined) return null;
  const ordinary = ['--min-parents=1', '--max-parents=1', `--max-count=${maxLikely}`];
  for (const made of await commits(gitDir, [...ordinary, range, '--', first])) {
    if (used.has(made)) continue;
    const others = await changedFiles({ gitDir, base: `${made}^`, commit: made });
    if (others.join('\0') === files.join('\0') && (await makesChange(made, change))) return made;
  }
  return null;
}

/** Beyond these nobody waits: what was not found is unmerged. */
const maxTurns = 50;
const maxLikely = 100;

async function commits(gitDir: string, range: readonly string[]): Promise<readonly string[]> {
  // A file may be named like a pattern.
  const at = { gitDir, env: { GIT_LITERAL_PATHSPECS: '1' }, maxBytes: listBytes };
  return (await git(['rev-list', ...range], at)).split('\n').filter(Boolean);
}
