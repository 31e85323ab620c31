/** A result is applied once, also when whoever applied it died before that was written down. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { makeRepository, type Repository, runGit, taken } from './git-rig.ts';
import { addWorktree } from './worktrees.ts';

let repo: Repository;
beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

const author = { name: 'Worker', email: 'worker@example.org' };
const tally = (of = repo.checkout) => readFileSync(join(of, 'tally'), 'utf8').split('\n').length - 1;

/** One more line among lines that are all the same, and a checkout that has moved on elsewhere. */
async function result() {
  repo.write('tally', '+1\n'.repeat(8));
  const base = repo.commit('a tally');
  const path = join(repo.folder, 'one');
  const worktree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  writeFileSync(join(path, 'tally'), '+1\n'.repeat(9));
  const { commit } = taken(await commitWorktree({ worktree, message: 'Count', author }));
  repo.write('other', 'moved on\n');
  repo.commit('moved on');
  return { commit, apply: async (checkout = repo.checkout) => taken(await applyResult({ checkout, base, commit })) };
}

it('a patch is not applied again, not even after more commits', async () => {
  const { apply } = await result();
  const { head } = await apply();
  expect(tally()).toBe(9);
  expect(await apply()).toEqual({ how: 'patch', already: true, head, changedFiles: [] });
  repo.write('tally', `${'+1\n'.repeat(9)}more\n`);
  const later = repo.commit('more');
  expect(await apply()).toMatchObject({ how: 'patch', already: true, head: later });
  expect(tally()).toBe(10);
});

it('what was taken back whole is not there, and is applied again', async () => {
  const { apply } = await result();
  await apply();
  repo.git('revert', '--no-edit', 'HEAD');
  expect(tally()).toBe(8);
  expect(await apply()).toMatchObject({ how: 'patch', already: false, changedFiles: ['tally'] });
  expect(tally()).toBe(9);
});

it('a checkout that is a worktree itself has what it holds, not what the repository’s own checkout holds', async () => {
  const { apply } = await result();
  const other = join(repo.folder, 'other');
  repo.git('worktree', 'add', '-q', '-b', 'topic', other, 'HEAD');
  expect(await apply(other)).toMatchObject({ how: 'patch', already: false });
  expect(await apply(other)).toMatchObject({ how: 'patch', already: true });
  expect([tally(other), tally()]).toEqual([9, 8]);
  repo.git('reset', '-q', '--hard', 'topic');
  runGit(other, 'reset', '-q', '--hard', 'HEAD~1');
  expect(await apply(other)).toMatchObject({ how: 'patch', already: false });
  expect(tally(other)).toBe(9);
});

it.each([
  ['other bytes', () => repo.write('tally', `0\n${'+1\n'.repeat(8)}`)],
  ['nothing of it', () => repo.write('b', 'b\n')],
])('a commit that names the result and holds %s makes it no applied one', async (_, change) => {
  const { commit, apply } = await result();
  change();
  repo.commit(`Innocent\n\nSidekicks-Result: ${commit}`);
  expect(await apply()).toMatchObject({ how: 'patch', already: false });
});
