/** The line by which a commit says which result it came from, where the result could not be taken as it was. */
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
