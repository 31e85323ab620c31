/**
 * What a history holds of a result that it could not take as it was: the line by which a commit names it, and the change
 * itself. The line is found quickly, and anybody may write it; the change is proof.
 */
import { commitAt } from './head.ts';
import { type Change, mergedTree } from './merge.ts';
import { git, listBytes } from './run.ts';

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

/** Whether the commit `made` did exactly this change to its parent, byte by byte. */
export async function makesChange(made: string, change: Change): Promise<boolean> {
  const { gitDir } = change;
  const onto = await commitAt({ gitDir }, `${made}^`);
  if (onto === null) return false;
  const { tree } = await mergedTree(change, onto);
  return tree !== null && tree === (await git(['rev-parse', `${made}^{tree}`], { gitDir }));
}
