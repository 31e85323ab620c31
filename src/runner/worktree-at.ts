/** What git remembers of a worktree, found from the repository's side: the agent could write the other side. */
import { realpath } from 'node:fs/promises';
import { done, type Result, refuse } from '../kit/result.ts';
import { branchOf, forkPoint, nameAt } from './git/administration.ts';
import { headOf } from './git/head.ts';
import type { Worktree } from './git/worktree-of.ts';

/** Refused `not_a_git_root`, `worktree_gone`. `base` null = where its branch left the checkout. */
export async function worktreeAt(
  repository: string,
  given: string,
  known: { readonly base?: string } = {},
): Promise<Result<Worktree>> {
  const head = await headOf(repository);
  if (!head.ok) return head;
  const { gitDir, ownDir: checkout } = head.value;
  const path = await realpath(given).catch(() => given);
  const name = await nameAt(gitDir, path);
  if (name === null) return refuse(gone(path));
  const branch = await branchOf(gitDir, name);
  const base = known.base ?? (await forkPoint(checkout, branch)) ?? head.value.head;
  return done({ path, gitDir, checkout, name, branch, base, view: `${path}.git` });
}

function gone(path: string) {
  return {
    code: 'worktree_gone',
    message: `The repository knows no worktree at ${path}.`,
    next: 'Start the work anew; its branch, if any, is still in the repository.',
  };
}
