/**
 * Takes a result into the user's checkout: as it is where the checkout has not moved, else merged with
 * what it holds now, into a commit beside the checkout first. The checkout changes in one last step or not at all, and by
 * nothing but what lies between the base and the result: that is what a person was shown.
 */
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { appliedTrailer, commitsNaming, makesChange } from './applied.ts';
import { commitTree } from './commit.ts';
import { changedFiles } from './diff.ts';
import { changedEntries, commitAt, type Head, headOf } from './head.ts';
import { type Change, mergedTree } from './merge.ts';
import { askGit, git, quieted } from './run.ts';
import { isHeld } from './unmerged.ts';

export interface Applied {
  readonly how: 'fast_forward' | 'patch';
  /** The checkout held it before, in that form: nothing was done. */
  readonly already: boolean;
  /** Where the checkout stands now. */
  readonly head: string;
  readonly changedFiles: readonly string[];
}

export interface Apply {
  readonly checkout: string;
  readonly base: string;
  /** A commit between the two that was applied before. Null = none. */
  readonly earlier?: string | null;
  readonly commit: string;
}

/**
 * Refused: `not_a_git_root`, `unknown_commit`, `checkout_dirty` (tracked changes, or an untracked file in the way),
 * `checkout_moved` (the same lines changed). Untracked files elsewhere do no harm and stay.
 */
export async function applyResult(options: Apply): Promise<Result<Applied>> {
  const checkout = await headOf(options.checkout);
  if (!checkout.ok) return checkout;
  const { root, gitDir, head } = checkout.value;
  const base = await baseIn(checkout.value, options);
  const commit = await commitAt({ gitDir }, options.commit);
  if (base === null || commit === null) return refuse(unknown(options));
  const change = { gitDir, base, commit };
  const before = await appliedBefore(checkout.value, change);
  if (before !== null && !(await isTakenBack(head, change)))
    return done({ how: before, already: true, head, changedFiles: [] });
  const dirty = await changedEntries(root, 'tracked');
  if (dirty.length > 0)
    return refuse(isDirty(root, `${counted(dirty.length, 'changed file')}, first ${dirty[0]}.`, dirty));
  // A checkout that stands before the base (another branch, or one that was reset) would get the commits up to it too.
  const isAhead = (await isAncestor(gitDir, base, head)) && (await isAncestor(gitDir, head, commit));
  const target = isAhead ? done(commit) : await rebased(checkout.value, change);
  if (!target.ok) return target;
  const stuck = await forward(root, target.value);
  if (stuck) return refuse(stuck);
  return done({
    how: isAhead ? 'fast_forward' : 'patch',
    already: false,
    head: target.value,
    changedFiles: await changedFiles({ gitDir, base: head, commit: target.value }),
  });
}

/** The earlier one was applied to a checkout that has moved on since, or stands on another branch: then it lacks all of it. */
async function baseIn({ gitDir, head }: Head, options: Apply): Promise<string | null> {
  const base = await commitAt({ gitDir }, options.base);
  const earlier = options.earlier ? await commitAt({ gitDir }, options.earlier) : null;
  if (base === null || earlier === null) return base;
  const isThere = (await isAncestor(gitDir, earlier, head)) || (await isHeld(head, { gitDir, base, commit: earlier }));
  return isThere ? earlier : base;
}

/** The result's changes as a commit on top of HEAD; touches neither the checkout nor its index. */
async function rebased({ head, root }: Head, change: Change): Promise<Result<string>> {
  const { gitDir, commit } = change;
  const merged = await mergedTree(change, head);
  if (merged.tree === null) return refuse(hasMoved(root, merged.said));
  const [name = '', email = '', message = ''] = (
    await git(['log', '-1', '--format=%an%x00%ae%x00%B', commit], { gitDir })
  ).split('\0');
  const text = `${message.trimEnd()}\n\n${appliedTrailer(commit)}`;
  return done(await commitTree({ gitDir, tree: merged.tree, parent: head, message: text, author: { name, email } }));
}

/**
 * A daemon killed right after the checkout moved asks again; where lines repeat, the change would be made once more.
 * Anybody may write the trailer: believed is a commit that made of its parent what the result makes of it.
 */
async function appliedBefore({ gitDir, head }: Head, change: Change): Promise<Applied['how'] | null> {
  const { base, commit } = change;
  if (await isAncestor(gitDir, commit, head)) return 'fast_forward';
  for (const named of await commitsNaming(gitDir, { base, head, result: commit })) {
    if (await makesChange(named, change)) return 'patch';
  }
  return null;
}

/** All of it, since it was applied: each file that it changed stands as it was before. */
async function isTakenBack(head: string, change: Change): Promise<boolean> {
  const [changed, differing] = [await changedFiles(change), new Set(await changedFiles({ ...change, commit: head }))];
  return changed.length > 0 && !changed.some((file) => differing.has(file));
}

/** Whether `commit` is `other` or behind it. */
async function isAncestor(gitDir: string, commit: string, other: string): Promise<boolean> {
  const { code, said } = await askGit(['merge-base', '--is-ancestor', commit, other], { gitDir });
  if (code > 1) throw new Error(`git merge-base failed: ${said}`);
  return code === 0;
}

/** The one step that changes the checkout; git refuses it whole when HEAD moved or an untracked file is in the way. */
async function forward(root: string, target: string): Promise<Refusal | null> {
  const at = await quieted({ cwd: root, timeoutMs: 600_000 });
  const { code, said } = await askGit(
    ['merge', '--ff-only', '--no-overwrite-ignore', '--quiet', '--no-stat', target],
    at,
  );
  if (code === 0) {
    const head = await commitAt({ cwd: root }, 'HEAD');
    if (head !== target) throw new Error(`${root} stands at ${head}, and not at ${target}, which it was moved to`);
    return null;
  }
  return /overwritten|untracked/.test(said) ? isDirty(root, said, []) : hasMoved(root, said);
}

function unknown({ base, commit }: Apply): Refusal {
  return {
    code: 'unknown_commit',
    message: `The repository does not hold both ${base} and ${commit}.`,
    next: 'The result may have been removed; look at the run.',
  };
}

function isDirty(root: string, why: string, files: readonly string[]): Refusal {
  return {
    code: 'checkout_dirty',
    message: `${root} has changes that were not committed: ${why}`,
    next: 'Commit or put aside the changes there, then apply again.',
    data: { files: files.slice(0, 50) },
  };
}

function hasMoved(root: string, why: string): Refusal {
  return {
    code: 'checkout_moved',
    message: `${root} has moved on and the result does not apply to it: ${why.replace(/\.?\s*$/, '.')}`,
    next: 'Merge the branch of the result by hand, or send the work back to be done on the present state.',
  };
}
