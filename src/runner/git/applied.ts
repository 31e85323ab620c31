/**
 * What a history holds of a result that it could not take as it was: the line by which a commit names it, and the change
 * itself. The line is found quickly, and anybody may write it; the change is proof.
 */
import { join } from 'node:path';
import { withScratch } from '../scratch.ts';
import { plain } from './diff.ts';
import { commitAt } from './head.ts';
import { askGit, git, listBytes, quieted } from './run.ts';

const RESULT_TRAILER = 'Sidekicks-Result';

export function appliedTrailer(commit: string): string {
  return `${RESULT_TRAILER}: ${commit}`;
}

/**
 * Commits up to `head`, since `base`, that say so of `result`; of what they say nothing is proved. `HEAD` is where the
 * repository's own checkout stands, and a person may have given a worktree of it.
 */
export async function commitsNaming(
  gitDir: string,
  { base, head, result }: { readonly base: string; readonly head: string; readonly result: string },
): Promise<readonly string[]> {
  // Of the last paragraph alone: the words of a goal stand in the subject, and are anybody's.
  const format = `--format=%H %(trailers:key=${RESULT_TRAILER},valueonly,separator=%x20)`;
  const lines = (await git(['log', format, `${base}..${head}`], { gitDir, maxBytes: listBytes })).split('\n');
  return lines.flatMap((line) => {
    const [commit = '', ...results] = line.split(' ');
    return results.includes(result) ? [commit] : [];
  });
}

/** What lies between two commits. */
export interface Change {
  readonly gitDir: string;
  readonly base: string;
  readonly commit: string;
}

/** Whether the commit `made` did exactly this change to its parent, byte by byte. */
export async function makesChange(made: string, change: Change): Promise<boolean> {
  const { gitDir } = change;
  const onto = await commitAt({ gitDir }, `${made}^`);
  if (onto === null) return false;
  const { tree } = await patched(change, onto);
  return tree !== null && tree === (await git(['rev-parse', `${made}^{tree}`], { gitDir }));
}

/** The tree of `onto` with the change; null, and git's words, where it does not apply. */
export function patched(
  { gitDir, base, commit }: Change,
  onto: string,
): Promise<{ readonly tree: string | null; readonly said: string }> {
  return withScratch(async (scratch) => {
    const patch = join(scratch, 'patch');
    const at = await quieted({ gitDir, index: join(scratch, 'index') });
    await git(['diff', ...plain, '--binary', '--no-renames', `--output=${patch}`, base, commit, '--'], { gitDir });
    await git(['read-tree', onto], at);
    const { code, said } = await askGit(['apply', '--cached', '--whitespace=nowarn', patch], at);
    return { tree: code === 0 ? await git(['write-tree'], at) : null, said };
  });
}
