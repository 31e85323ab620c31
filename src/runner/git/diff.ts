/** What a result changed, as text and as paths. Reads only; runs no external diff and no text conversion. */
import { askGit, git } from './run.ts';

export interface Diff {
  readonly text: string;
  /** The text ends early: there is more than maxBytes. */
  readonly cut: boolean;
  readonly changedFiles: readonly string[];
}

interface Range {
  readonly gitDir: string;
  readonly base: string;
  readonly commit: string;
}

/** maxBytes: default 1 MiB. */
export async function diffOf(range: Range & { readonly maxBytes?: number }): Promise<Diff> {
  const { gitDir, base, commit, maxBytes = 1024 * 1024 } = range;
  const args = ['diff', ...plain, '--find-renames', base, commit, '--'];
  const { code, said, stdout, cut } = await askGit(args, { gitDir, maxBytes });
  if (code !== 0) throw new Error(`git diff failed: ${said}`);
  const text = stdout.toString('utf8');
  return {
    // A character cut in two would read as damage.
    text: cut ? text.replace(/\uFFFD$/, '') : text,
    cut,
    changedFiles: await changedFiles(range),
  };
}

export const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--full-index', '--ignore-submodules=none'];

/** Paths, a renamed file as both. */
export async function changedFiles({ gitDir, base, commit }: Range): Promise<readonly string[]> {
  const out = await git(['diff-tree', '-r', '-z', '--no-renames', '--name-only', base, commit], { gitDir });
  return out.split('\0').filter(Boolean);
}
