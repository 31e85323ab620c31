/** Where a checkout stands. Reads only. */
import { realpath } from 'node:fs/promises';
import { isWithin } from '../../kit/paths.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { askGit, git, quieted } from './run.ts';

export interface Head {
  /** The checkout's top folder. */
  readonly root: string;
  /** The repository's common folder. */
  readonly gitDir: string;
  /** What of it is this checkout's own: the same folder, or a worktree's administration below it. */
  readonly ownDir: string;
  /** The commit. */
  readonly head: string;
  /** null = detached. */
  readonly branch: string | null;
  /** Changed and untracked entries; a work run starts without them. */
  readonly dirtyCount: number;
}

/** Refused `not_a_git_root`: no checkout there, or one without a commit. Opens files: only where no worker writes. */
export async function headOf(path: string, signal?: AbortSignal): Promise<Result<Head>> {
  const at = await standOf(path);
  if (!at.ok) return at;
  return done({ ...at.value, dirtyCount: (await changedEntries(at.value.root, 'with_untracked', signal)).length });
}

/** The same without a look at the files. */
export async function standOf(path: string): Promise<Result<Omit<Head, 'dirtyCount'>>> {
  const cwd = await realpath(path).catch(() => null);
  if (cwd === null) return refuse(notARoot(path, 'there is no such folder'));
  const places = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir', '--git-dir'];
  const found = await askGit(places, { cwd });
  if (found.code !== 0) return refuse(notARoot(path, found.said));
  const [root = '', gitDir = '', ownDir = ''] = found.stdout.toString('utf8').split('\n');
  // A repository that says its checkout lies elsewhere would lead a run, and later an apply, into what nobody gave.
  const elsewhere = await askGit(['config', '--get', 'core.worktree'], { cwd });
  if (elsewhere.code === 0 || !isWithin(cwd, await realpath(root))) {
    return refuse(notARoot(path, 'its repository names a checkout elsewhere'));
  }
  const head = await commitAt({ cwd }, 'HEAD');
  if (head === null) return refuse(notARoot(path, 'the repository has no commit'));
  const branch = await askGit(['symbolic-ref', '-q', '--short', 'HEAD'], { cwd });
  return done({
    root: await realpath(root),
    gitDir: await realpath(gitDir),
    ownDir: await realpath(ownDir),
    head,
    branch: branch.code === 0 ? branch.stdout.toString('utf8').trim() : null,
  });
}

/** The full id of a commit, or null when the name means none. */
export async function commitAt(at: { cwd?: string; gitDir?: string }, name: string): Promise<string | null> {
  const answer = await askGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], at);
  return answer.code === 0 ? answer.stdout.toString('utf8').trim() : null;
}

/** Paths of a checkout that differ from its HEAD. A FIFO in place of a `.gitattributes` is opened, and waited for. */
export async function changedEntries(
  root: string,
  which: 'tracked' | 'with_untracked',
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const untracked = which === 'tracked' ? 'no' : 'normal';
  const args = [
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--ignore-submodules=all',
    `--untracked-files=${untracked}`,
  ];
  const out = await git(args, await quieted({ cwd: root, ...(signal && { signal }) }));
  return out
    .split('\0')
    .filter(Boolean)
    .map((entry) => entry.slice(3));
}

function notARoot(path: string, why: string): Refusal {
  return {
    code: 'not_a_git_root',
    message: `${path} is not a git checkout with a commit: ${why}`,
    next: 'Use `analyze`, or make a first commit there.',
  };
}
