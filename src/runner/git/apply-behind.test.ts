/** A checkout that stands before the base of a result gets the result, and not the commits between. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { codeOf, makeRepository, type Repository, taken } from './git-rig.ts';
import { addWorktree } from './worktrees.ts';

let repo: Repository;
beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

/** Made on a branch that is ahead of main, and applied to whatever the checkout is then. */
async function resultOf(file: string, text: string) {
  repo.git('checkout', '-q', '-b', 'feature');
  repo.write('feature.txt', 'not for main\n');
  const base = repo.commit('a feature');
  const path = join(repo.folder, 'one');
  const worktree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  writeFileSync(join(path, file), text);
  const author = { name: 'Worker', email: 'worker@localhost' };
  const { commit } = taken(await commitWorktree({ worktree, message: 'Work', author }));
  return () => applyResult({ checkout: repo.checkout, base, commit });
}

it.each([
  ['another branch', () => repo.git('checkout', '-q', 'main')],
  ['the same one, reset', () => repo.git('reset', '-q', '--hard', 'HEAD^')],
])('%s', async (_, moveBack) => {
  const apply = await resultOf('new.txt', 'result\n');
  moveBack();
  const applied = taken(await apply());
  expect(applied).toMatchObject({ how: 'patch', already: false, changedFiles: ['new.txt'] });
  expect(readFileSync(join(repo.checkout, 'new.txt'), 'utf8')).toBe('result\n');
  expect(existsSync(join(repo.checkout, 'feature.txt'))).toBe(false);
  expect(taken(await apply())).toMatchObject({ how: 'patch', already: true });
});

it('is refused where the result builds on what is not there', async () => {
  const apply = await resultOf('feature.txt', 'for main after all\n');
  repo.git('checkout', '-q', 'main');
  const head = repo.git('rev-parse', 'HEAD');
  expect(codeOf(await apply())).toBe('checkout_moved');
  expect(repo.git('rev-parse', 'HEAD')).toBe(head);
});

it('gets all of a later turn where it lacks the earlier one, which another branch took', async () => {
  const path = join(repo.folder, 'one');
  const base = repo.git('rev-parse', 'HEAD');
  const worktree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  const author = { name: 'Worker', email: 'worker@localhost' };
  const turn = async (file: string) => {
    writeFileSync(join(path, file), 'x\n');
    return taken(await commitWorktree({ worktree, message: file, author })).commit;
  };
  const earlier = await turn('one.txt');
  taken(await applyResult({ checkout: repo.checkout, base, commit: earlier }));
  const commit = await turn('two.txt');
  const apply = async () => taken(await applyResult({ checkout: repo.checkout, base, earlier, commit })).changedFiles;
  repo.git('checkout', '-q', '-b', 'release', base);
  repo.write('elsewhere.txt', 'x\n');
  repo.commit('elsewhere');
  expect(await apply()).toEqual(['one.txt', 'two.txt']);
  repo.git('checkout', '-q', 'main');
  expect(await apply()).toEqual(['two.txt']);
});
