/** A user's sparse checkout makes neither a worktree nor a check smaller than the repository. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { treeDigest } from './digest.ts';
import { codeOf, makeRepository, type Repository, taken } from './git-rig.ts';
import { addWorktree, exportTree, removeWorktree } from './worktrees.ts';

let repo: Repository;
let base: string;
beforeEach(() => {
  repo = makeRepository();
  repo.write('in/x', 'x\n');
  repo.write('out/y', 'y\n');
  base = repo.commit('two folders');
});
afterEach(() => repo.remove());

it.each([
  ['--cone', 'in'],
  ['--no-cone', '/in/'],
  ['--sparse-index', 'in'],
])('work outside its patterns is part of the result, and never deleted (%s)', async (how, pattern) => {
  repo.git('sparse-checkout', 'set', how, pattern);
  expect(existsSync(join(repo.checkout, 'out'))).toBe(false);
  const path = join(repo.folder, 'one');
  const worktree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  writeFileSync(join(path, 'out/y'), 'a day of work\n');
  writeFileSync(join(path, 'out/new'), 'new\n');
  expect(codeOf(await removeWorktree(worktree))).toBe('worktree_unmerged');
  const made = taken(await commitWorktree({ worktree, message: 'Work', author: { name: 'W', email: 'w@localhost' } }));
  expect(made.changedFiles).toEqual(['out/new', 'out/y']);
  taken(await applyResult({ checkout: repo.checkout, base, commit: made.commit }));
  expect(repo.git('ls-tree', '-r', '--name-only', 'HEAD')).toContain('in/x');
  expect(repo.git('show', 'HEAD:out/y')).toBe('a day of work');
  expect(existsSync(join(repo.checkout, 'out'))).toBe(false);
});

it('so it is where it was made sparse by hand, as before git had a command for it', async () => {
  mkdirSync(join(repo.checkout, '.git/info'), { recursive: true });
  writeFileSync(join(repo.checkout, '.git/info/sparse-checkout'), '/in/\n');
  repo.git('config', 'core.sparseCheckout', 'true');
  repo.git('read-tree', '-m', '-u', 'HEAD');
  expect(existsSync(join(repo.checkout, 'out'))).toBe(false);
  const path = join(repo.folder, 'one');
  taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  expect(readFileSync(join(path, 'out/y'), 'utf8')).toBe('y\n');
  expect((await treeDigest(path)).digest).toBe(repo.git('rev-parse', `${base}^{tree}`));
  writeFileSync(join(path, 'out/y'), 'changed\n');
  expect((await treeDigest(path)).digest).not.toBe(repo.git('rev-parse', `${base}^{tree}`));
});

it('a check runs on all the bytes that its digest names', async () => {
  repo.git('sparse-checkout', 'set', '--cone', 'in');
  const tree = taken(await exportTree({ repo: repo.checkout, commit: base, into: join(repo.folder, 'check') }));
  expect(readFileSync(join(tree.path, 'out/y'), 'utf8')).toBe('y\n');
  expect((await treeDigest(tree.path)).digest).toBe(repo.git('rev-parse', `${base}^{tree}`));
  writeFileSync(join(tree.path, 'out/y'), 'changed by its preparation\n');
  expect((await treeDigest(tree.path)).digest).not.toBe(repo.git('rev-parse', `${base}^{tree}`));
});
