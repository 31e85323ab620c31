/** What a repository's own side remembers of its worktrees: an agent could write the other side. Reads only. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askGit } from './run.ts';

/** The name of the worktree at `path`, or null when the repository knows none there. */
export async function nameAt(gitDir: string, path: string): Promise<string | null> {
  const names = await readdir(join(gitDir, 'worktrees')).catch(() => []);
  for (const name of names) {
    const pointer = await readFile(join(gitDir, 'worktrees', name, 'gitdir'), 'utf8').catch(() => '');
    if (pointer.trim() === join(path, '.git')) return name;
  }
  return null;
}

/** Null = detached, or not there yet. */
export async function branchOf(gitDir: string, name: string): Promise<string | null> {
  const head = await readFile(join(gitDir, 'worktrees', name, 'HEAD'), 'utf8').catch(() => '');
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? null;
}

/** Where a branch left the checkout whose own git folder is given. */
export async function forkPoint(checkout: string, branch: string | null): Promise<string | null> {
  if (branch === null) return null;
  const { code, stdout } = await askGit(['merge-base', 'HEAD', `refs/heads/${branch}`], { gitDir: checkout });
  return code === 0 ? stdout.toString('utf8').trim() : null;
}

/** Worktrees as git lists them, the checkout among them. */
export async function listed(gitDir: string): Promise<readonly { path: string; branch: string | null }[]> {
  const answer = await askGit(['worktree', 'list', '--porcelain', '-z'], { gitDir });
  if (answer.code !== 0) throw new Error(`git worktree list failed: ${answer.said}`);
  const blocks = answer.stdout.toString('utf8').split('\0\0');
  return blocks.filter(Boolean).map((block) => {
    const lines = block.split('\0');
    const after = (word: string) => lines.find((line) => line.startsWith(word))?.slice(word.length) ?? null;
    return { path: after('worktree ') ?? '', branch: after('branch refs/heads/') };
  });
}
