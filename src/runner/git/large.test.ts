/** A worker can leave more names, and deeper ones, than anybody reads: it is named all the same, and can be removed. */
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { changedFiles } from './diff.ts';
import { makeRepository, type Repository, runGit, taken } from './git-rig.ts';
import { addWorktree, dropExport, exportTree, removeWorktree } from './worktrees.ts';

let repo: Repository;
beforeEach(() => {
  repo = makeRepository();
});
// Node's own way ends where a path is too long.
afterEach(() => void execFileSync('rm', ['-rf', repo.folder]));

/** Folders within folders, to far beyond what one path may say. */
function deepIn(folder: string): void {
  const make = 'for i in $(seq 60); do mkdir $0 && cd -P $0 || exit 1; done; echo x > file';
  execFileSync('bash', ['-c', make, 'd'.repeat(100)], { cwd: folder });
}

it('more names than git says at once are listed', async () => {
  const blob = repo.git('rev-parse', 'HEAD:a.txt');
  const made = (input: string) =>
    execFileSync('git', ['mktree', '-z'], { cwd: repo.checkout, input, encoding: 'utf8' }).trim();
  const count = 90_000;
  const long = 'd'.repeat(200);
  const leaves = made(Array.from({ length: count }, (_, at) => `100644 blob ${blob}\t${at}\0`).join(''));
  const tree = made(`040000 tree ${leaves}\t${long}\0`);
  const base = repo.git('rev-parse', 'HEAD');
  const commit = runGit(repo.checkout, 'commit-tree', tree, '-p', base, '-m', 'many');
  const files = await changedFiles({ gitDir: join(repo.checkout, '.git'), base, commit });
  expect(files).toHaveLength(count + 2);
});

it('a worktree with folders that no path reaches is removed, and its branch', async () => {
  const base = repo.git('rev-parse', 'HEAD');
  const path = join(repo.folder, 'one');
  const worktree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  execFileSync('mkdir', [join(path, 'ignored')]);
  deepIn(join(path, 'ignored'));
  writeFileSync(join(path, 'b.txt'), 'b\n');
  const author = { name: 'Worker', email: 'worker@localhost' };
  const { commit } = taken(await commitWorktree({ worktree, message: 'Work', author }));
  taken(await applyResult({ checkout: repo.checkout, base, commit }));
  expect(await removeWorktree(worktree)).toEqual({ ok: true, value: 'removed' });
  expect(readdirSync(repo.folder)).toEqual(['checkout']);
  expect(repo.git('branch', '--list', 'sidekicks/*')).toBe('');
});

it('so is the tree of a check', async () => {
  const commit = repo.git('rev-parse', 'HEAD');
  const tree = taken(await exportTree({ repo: repo.checkout, commit, into: join(repo.folder, 'check') }));
  deepIn(tree.path);
  await dropExport(tree);
  expect(readdirSync(repo.folder)).toEqual(['checkout']);
});
