/** A result changes the lines that a person was shown, or nothing. */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRepository, type Repository } from './git-rig.ts';
import { mergedTree } from './merge.ts';

let repo: Repository;
beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
const inCheckout = (path: string) => join(repo.checkout, path);

/** Two changes of one state; what the first makes of the second, with `show` to read it. */
async function merged(theirs: () => void, ours: () => void) {
  const gitDir = join(repo.checkout, '.git');
  const base = repo.git('rev-parse', 'HEAD');
  theirs();
  const commit = repo.commit('result');
  repo.git('reset', '-q', '--hard', base);
  ours();
  const onto = repo.commit('moved on');
  const made = await mergedTree({ gitDir, base, commit }, onto);
  const show = (path: string) =>
    execFileSync('git', ['show', `${made.tree}:${path}`], { cwd: repo.checkout, encoding: 'utf8' });
  const modeOf = (path: string) => repo.git('ls-tree', made.tree ?? '', path).split(' ')[0];
  const list = () => repo.git('ls-tree', '-r', '--name-only', made.tree ?? '').split('\n');
  return { made, show, modeOf, list };
}

it('changes the block that it was made for, though another like it stands there now', async () => {
  const block = (name: string, open: boolean) => [
    `- ${name}`,
    'image: x',
    'ports: 80',
    'tty: no',
    `open: ${open}`,
    'env: x',
    'a: 1',
    'b: 2',
  ];
  const blocks = (names: readonly string[], opened = '') => text(names.flatMap((name) => block(name, name === opened)));
  repo.write('c.yml', blocks(['one', 'two', 'three']));
  repo.commit('base');
  const { show } = await merged(
    () => repo.write('c.yml', blocks(['one', 'two', 'three'], 'two')),
    () => repo.write('c.yml', blocks(['zero', 'one', 'two', 'three'])),
  );
  expect(show('c.yml')).toBe(blocks(['zero', 'one', 'two', 'three'], 'two'));
});

it('takes bytes and mode from whoever changed them, also by a name that is no UTF-8', async () => {
  const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const odd = Buffer.from([...Buffer.from(`${repo.checkout}/caf`), 0xe9]);
  const put = (given: readonly string[]) => {
    repo.write('run.sh', text(given));
    writeFileSync(odd, text(given));
  };
  put(lines);
  repo.commit('base');
  const { made, show, modeOf } = await merged(
    () => {
      put(lines.with(8, 'theirs'));
      chmodSync(inCheckout('run.sh'), 0o755);
    },
    () => put(lines.with(0, 'ours')),
  );
  expect(show('run.sh')).toBe(text(lines.with(0, 'ours').with(8, 'theirs')));
  expect(modeOf('run.sh')).toBe('100755');
  const blobs = repo
    .git('ls-tree', made.tree ?? '')
    .split('\n')
    .filter((line) => /run\.sh|caf/.test(line));
  expect(new Set(blobs.map((line) => line.split(/\s/)[2])).size).toBe(1);
});

it('asks no attributes: a driver that keeps one side would drop the other without a word', async () => {
  repo.write('.gitattributes', 'a.txt merge=mine\nb.txt merge=union\n');
  repo.write('b.txt', 'one\n');
  repo.git('config', 'merge.mine.driver', 'true');
  repo.commit('base');
  const both = (name: string) => () => {
    for (const file of ['a.txt', 'b.txt']) repo.write(file, `${name}\n`);
  };
  const { made } = await merged(both('theirs'), both('ours'));
  expect(made).toEqual({ tree: null, said: 'both changed a.txt.' });
});

it('leaves what only one of both changed to that one, also where a file stands in a folder’s place', async () => {
  repo.write('a/x', 'x\n');
  repo.write('b/x', 'x\n');
  repo.write('c', 'c\n');
  repo.commit('base');
  const { made, list } = await merged(
    () => {
      rmSync(inCheckout('c'));
      rmSync(inCheckout('b'), { recursive: true });
      repo.write('b', 'b\n');
    },
    () => {
      rmSync(inCheckout('a'), { recursive: true });
      repo.write('a', 'a\n');
    },
  );
  expect(made).toEqual({ tree: expect.any(String) });
  expect(list()).toEqual(['.gitignore', 'a', 'a.txt', 'b']);
});

it('leaves to a person a file that stands where the other needs a folder', async () => {
  const { made } = await merged(
    () => repo.write('a', 'a\n'),
    () => repo.write('a/x', 'x\n'),
  );
  expect(made).toEqual({ tree: null, said: 'a is a file to one and a folder to the other.' });
});

it.each([
  ['a file that is gone', () => {}],
  ['a link now', () => symlinkSync('.gitignore', inCheckout('a.txt'))],
  ['no lines any more', () => repo.write('a.txt', 'one\0two\n')],
  ['a folder now', () => repo.write('a.txt/b', 'b\n')],
])('leaves to a person what is %s', async (_, ours) => {
  const { made } = await merged(
    () => repo.write('a.txt', 'one\ntwo\nfour\n'),
    () => {
      rmSync(inCheckout('a.txt'));
      ours();
    },
  );
  expect(made).toMatchObject({ tree: null, said: expect.stringContaining('a.txt') });
});
