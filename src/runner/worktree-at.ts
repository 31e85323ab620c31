/** What git remembers of a worktree, found from the repository's side: the agent could write the other side. */
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { done, type Result, refuse } from '../kit/result.ts';
import { headOf } from './git/head.ts';
import { askGit } from './git/run.ts';
import type { Worktree } from './git/worktree-of.ts';

/** Refused `not_a_git_root`, `worktree_gone`. `base` null = where its branch left the checkout. */
export async function worktreeAt(
  repository: string,
  given: string,
  known: { readonly base?: string } = {},
): Promise<Result<Worktree>> {
  const head = await headOf(repository);
  if (!head.ok) return head;
  const { gitDir } = head.value;
  const path = await realpath(given).catch(() => given);
  const name = await nameAt(gitDir, path);
  if (name === null) return refuse(gone(path));
  const branch = await branchOf(join(gitDir, 'worktrees', name));
  const base = known.base ?? (await forkPoint(gitDir, branch)) ?? head.value.head;
  return done({ path, gitDir, name, branch, base, view: `${path}.git` });
}

async function nameAt(gitDir: string, path: string): Promise<string | null> {
  const names = await readdir(join(gitDir, 'worktrees')).catch(() => []);
  for (const name of names) {
    const pointer = await readFile(join(gitDir, 'worktrees', name, 'gitdir'), 'utf8').catch(() => '');
    if (pointer.trim() === join(path, '.git')) return name;
  }
  return null;
}

async function branchOf(admin: string): Promise<string | null> {
  const head = await readFile(join(admin, 'HEAD'), 'utf8');
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? null;
}

async function forkPoint(gitDir: string, branch: string | null): Promise<string | null> {
  if (branch === null) return null;
  const { code, stdout } = await askGit(['merge-base', 'HEAD', `refs/heads/${branch}`], { gitDir });
  return code === 0 ? stdout.toString('utf8').trim() : null;
}

function gone(path: string) {
  return {
    code: 'worktree_gone',
    message: `The repository knows no worktree at ${path}.`,
    next: 'Start the work anew; its branch, if any, is still in the repository.',
  };
}
