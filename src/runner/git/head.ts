/** Where a checkout stands. Reads only, and waits for nothing for long: it is a person's own, and may hold anything. */
import { realpath } from 'node:fs/promises';
import { isWithin } from '../../kit/paths.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { askGit, type GitOptions, git, quieted } from './run.ts';

export interface Head {
  /** The checkout's top folder. */
  readonly root: string;
  /** The repository's common folder. */
  readonly gitDir: string;
  /** What of it is this checkout's own: the same folder, or a worktree's administration below it. */
  readonly ownDir: string;
  /** The commit. */
  readonly head: string;
}

export interface HeadOptions {
  /** Aborting throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Of each question to git. */
  readonly timeoutMs?: number;
}

/**
 * Looks at no file of the checkout, so it costs the same in a huge one. Refused `not_a_git_root`: no checkout there, one
 * without a commit, or git gave no answer.
 */
export async function headOf(path: string, { signal, timeoutMs = 10_000 }: HeadOptions = {}): Promise<Result<Head>> {
  const cwd = await realpath(path).catch(() => null);
  if (cwd === null) return refuse(notARoot(path, 'there is no such folder'));
  try {
    return await askHead(path, { cwd, timeoutMs, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    return refuse(notARoot(path, `git gave no answer: ${error instanceof Error ? error.message : String(error)}`));
  }
}

async function askHead(path: string, at: GitOptions & { readonly cwd: string }): Promise<Result<Head>> {
  const { cwd } = at;
  const places = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir', '--git-dir'];
  const found = await askGit(places, at);
  if (found.code !== 0) return refuse(notARoot(path, found.said));
  const [root = '', gitDir = '', ownDir = ''] = found.stdout.toString('utf8').split('\n');
  // A repository that says its checkout lies elsewhere would lead a run, and later an apply, into what nobody gave.
  const elsewhere = await askGit(['config', '--get', 'core.worktree'], at);
  if (elsewhere.code === 0 || !isWithin(cwd, await realpath(root))) {
    return refuse(notARoot(path, 'its repository names a checkout elsewhere'));
  }
  const head = await commitAt(at, 'HEAD');
  if (head === null) return refuse(notARoot(path, 'the repository has no commit'));
  return done({ root: await realpath(root), gitDir: await realpath(gitDir), ownDir: await realpath(ownDir), head });
}

/** The full id of a commit, or null when the name means none. */
export async function commitAt(at: GitOptions, name: string): Promise<string | null> {
  const answer = await askGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], at);
  return answer.code === 0 ? answer.stdout.toString('utf8').trim() : null;
}

/** Changed and untracked entries of a checkout; a work run starts without them. Null = git could not say, or not in time. */
export async function dirtyCount(
  root: string,
  { signal, timeoutMs = 30_000 }: HeadOptions = {},
): Promise<number | null> {
  try {
    return (await changedEntries(root, 'with_untracked', { timeoutMs, ...(signal && { signal }) })).length;
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

/** Paths of a checkout that differ from its HEAD. A FIFO in place of a `.gitattributes` is opened, and waited for. */
export async function changedEntries(
  root: string,
  which: 'tracked' | 'with_untracked',
  options: Pick<GitOptions, 'signal' | 'timeoutMs'> = {},
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
  const out = await git(args, await quieted({ ...options, cwd: root }));
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
