/** A worktree goes when the checkout that its work is applied to holds it, and by no other sign. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worktreeAt } from '../worktree-at.ts';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { codeOf, makeRepository, type Repository, runGit, taken } from './git-rig.ts';
import { addWorktree, removeWorktree } from './worktrees.ts';

const author = { name: 'Worker', email: 'worker@localhost' };
const numbers = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const withLine = (at: number, text: string) => numbers.map((line, place) => (place === at ? text : line)).join('\n');

let repo: Repository;
let root: string;
let path: string;
let base: string;
beforeEach(() => {
  repo = makeRepository();
  repo.write('n.txt', withLine(0, '1'));
  base = repo.commit('numbers');
  root = repo.checkout;
  path = join(repo.folder, 'one');
});
afterEach(() => repo.remove());

const inRoot = (...args: readonly string[]) => runGit(root, ...args);

/** One turn: the line of n.txt is changed. */
async function work(at: number, text: string) {
  if (!existsSync(path)) taken(await addWorktree({ repo: root, path, branch: 'sidekicks/one', base }));
  writeFileSync(join(path, 'n.txt'), withLine(at, text));
  return taken(await commitWorktree({ worktree: taken(await worktreeAt(root, path)), message: 'Work', author })).commit;
}

function change(file: string, text: string, message = file): string {
  writeFileSync(join(root, file), text);
  inRoot('add', '-A');
  inRoot('commit', '-q', '-m', message);
  return inRoot('rev-parse', 'HEAD');
}

const apply = async (commit: string, from = base) =>
  taken(await applyResult({ checkout: root, base: from, commit })).how;

const remove = async () => codeOf(await removeWorktree(taken(await worktreeAt(root, path))));

async function expectKept(): Promise<void> {
  expect(await remove()).toBe('worktree_unmerged');
  expect(existsSync(join(path, 'n.txt'))).toBe(true);
}

describe('of a folder that is a worktree itself', () => {
  beforeEach(() => {
    root = join(repo.folder, 'topic');
    repo.git('worktree', 'add', '-q', '-b', 'topic', root, 'HEAD');
  });

  it.each(['--ff-only', '--squash'])('what only the repository’s own checkout has is unmerged (%s)', async (how) => {
    const commit = await work(8, 'nine');
    repo.git('merge', '-q', how, commit);
    if (how === '--squash') repo.git('commit', '-q', '-m', 'squashed');
    await expectKept();
  });

  it('what it has itself is merged', async () => {
    const commit = await work(8, 'nine');
    change('other', 'moved on');
    await expectKept();
    expect(await apply(commit)).toBe('patch');
    change('n.txt', 'all new');
    expect(await remove()).toBe('done');
    expect(existsSync(path)).toBe(false);
  });
});

it.each([
  ['nothing of it', 'b', 'b'],
  ['other bytes', 'n.txt', withLine(8, 'forged')],
])('a commit that names the result and holds %s does not make it merged', async (_, file, text) => {
  const commit = await work(8, 'nine');
  change(file, text, `Innocent\n\nSidekicks-Result: ${commit}`);
  await expectKept();
});

it('what was applied and then reset away is unmerged again', async () => {
  const commit = await work(8, 'nine');
  expect(await apply(commit)).toBe('fast_forward');
  inRoot('reset', '-q', '--hard', 'HEAD^');
  await expectKept();
  change('other', 'moved on');
  expect(await apply(commit)).toBe('patch');
  inRoot('reset', '-q', '--hard', 'HEAD^');
  await expectKept();
  expect(await apply(commit)).toBe('patch');
  expect(await remove()).toBe('done');
});

it.each(['rebased', 'squashed'])('what was %s is merged, also after the lines changed again', async (how) => {
  const commit = await work(8, 'nine');
  // The same file, so that its bytes are nowhere those of the result.
  change('n.txt', withLine(0, 'one'));
  if (how === 'rebased') inRoot('cherry-pick', commit);
  else {
    inRoot('merge', '-q', '--squash', commit);
    inRoot('commit', '-q', '-m', 'squashed');
  }
  change('n.txt', 'all new');
  expect(await remove()).toBe('done');
});

it('of several turns each is looked for', async () => {
  const first = await work(8, 'nine');
  const second = await work(8, 'NINE');
  change('n.txt', withLine(0, 'one'));
  expect(await apply(second)).toBe('patch');
  const third = await work(7, 'eight');
  await expectKept();
  expect(await apply(third, second)).toBe('patch');
  change('n.txt', 'all new');
  expect(first).not.toBe(second);
  expect(await remove()).toBe('done');
});

it('two turns that made the same change are not one', async () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  base = change('n.txt', lines(8));
  taken(await addWorktree({ repo: root, path, branch: 'sidekicks/one', base }));
  for (const count of [9, 10]) {
    writeFileSync(join(path, 'n.txt'), lines(count));
    taken(await commitWorktree({ worktree: taken(await worktreeAt(root, path)), message: 'Count', author }));
  }
  change('n.txt', lines(9));
  await expectKept();
  change('n.txt', lines(10));
  change('n.txt', lines(1));
  expect(await remove()).toBe('done');
});
