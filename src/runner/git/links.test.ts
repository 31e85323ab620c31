import { rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedNow } from './changed.ts';
import { makeRepository, type Repository, taken } from './git-rig.ts';
import { linksOfBoth } from './links.ts';
import { addWorktree } from './worktrees.ts';

let repo: Repository;
beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

const put = (target: string, path: string) => symlinkSync(target, join(repo.checkout, path));
const at = () => ({ cwd: repo.checkout });

test('links of two commits are told as they are written, wherever they lead', async () => {
  const base = repo.git('rev-parse', 'HEAD');
  repo.write('deep/in/a.txt', 'a');
  put('../a.txt', 'deep/über\nzwei');
  put('/etc/passwd', 'out');
  put('out', 'two lines\n');
  put('../a.txt', 'deep/same');
  const commit = repo.commit('links');
  const both = await linksOfBoth({ at: at(), tree: base }, { at: at(), tree: commit });
  expect(both?.before).toEqual([]);
  expect(new Map(both?.after.map(({ path, target }) => [path, target]))).toEqual(
    new Map([
      ['deep/same', '../a.txt'],
      ['deep/über\nzwei', '../a.txt'],
      ['out', '/etc/passwd'],
      ['two lines\n', 'out'],
    ]),
  );
});

test('nobody can say them of a commit that is not there, or of a link whose bytes are gone', async () => {
  put('a.txt', 'link');
  const commit = repo.commit('a link');
  const read = (tree: string) => linksOfBoth({ at: at(), tree }, { at: at(), tree: commit });
  expect(await read('0'.repeat(40))).toBeNull();
  const id = repo.git('rev-parse', 'HEAD:link');
  rmSync(join(repo.checkout, '.git/objects', id.slice(0, 2), id.slice(2)));
  expect(await read(commit)).toBeNull();
});

test('a worktree as it stands is told with what it was made from, and nothing of it is kept', async () => {
  put('a.txt', 'one');
  const base = repo.commit('a link');
  const path = join(repo.folder, 'tree');
  const tree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'b', base }));
  const before = repo.git('count-objects');
  unlinkSync(join(path, 'one'));
  symlinkSync('.gitignore', join(path, 'one'));
  symlinkSync('one', join(path, 'two'));
  writeFileSync(join(path, 'three'), '3');
  expect(taken(await changedNow(tree))).toEqual({
    files: ['one', 'three', 'two'],
    links: {
      before: [{ path: 'one', target: 'a.txt' }],
      after: [
        { path: 'one', target: '.gitignore' },
        { path: 'two', target: 'one' },
      ],
    },
  });
  expect(repo.git('count-objects')).toBe(before);
});
