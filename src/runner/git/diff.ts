/** What a result changed, as text and as paths. Reads only; runs no external diff and no text conversion. */
import { askGit, git, listBytes } from './run.ts';

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
  /** Aborting throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** maxBytes: default 1 MiB. */
export async function diffOf(range: Range & { readonly maxBytes?: number }): Promise<Diff> {
  const { gitDir, base, commit, signal, maxBytes = 1024 * 1024 } = range;
  const args = ['diff', ...plain, '--find-renames', base, commit, '--'];
  const { code, said, stdout, cut } = await askGit(args, { gitDir, maxBytes, ...(signal && { signal }) });
  if (code !== 0) throw new Error(`git diff failed: ${said}`);
  const text = stdout.toString('utf8');
  return {
    // A character cut in two would read as damage.
    text: cut ? text.replace(/\uFFFD$/, '') : text,
    cut,
    changedFiles: await changedFiles(range),
  };
}

const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--full-index', '--ignore-submodules=none'];

/** Paths, a renamed file as both. */
export async function changedFiles({ gitDir, base, commit, signal }: Range): Promise<readonly string[]> {
  const names = ['diff-tree', '-r', '-z', '--no-renames', '--ignore-submodules=none', '--name-only'];
  const at = { gitDir, maxBytes: listBytes, ...(signal && { signal }) };
  const out = await git([...names, base, commit], at);
  return out.split('\0').filter(Boolean);
}
