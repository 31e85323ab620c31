/**
 * A hook that stands in the configuration (git 2.54 and newer) would run the bytes of a worker outside its jail, like one
 * in a folder. The git of this machine may be older and run none: what each of our calls says of them is looked at too.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { makeRepository, type Repository, taken } from './git-rig.ts';
import { dirtyCount } from './head.ts';
import { addWorktree, removeWorktree } from './worktrees.ts';

const author = { name: 'Worker', email: 'worker@localhost' };
const names = ['lint', 'My.lint = "1"'];
const events = ['reference-transaction', 'post-index-change', 'post-checkout', 'post-merge'];

let repo: Repository;
const path = process.env.PATH ?? '';
const at = (file: string) => join(repo.folder, file);
beforeEach(() => {
  repo = makeRepository();
  for (const name of names) {
    repo.git('config', `hook.${name}.command`, `[ "$GIT_CONFIG_NOSYSTEM" != 1 ] || touch ${at('ran')}`);
    for (const event of events) repo.git('config', '--add', `hook.${name}.event`, event);
  }
  listen();
});
afterEach(() => {
  process.env.PATH = path;
  repo.remove();
});

/** A git before git, which writes down what the daemon's calls, and not those of this test, say of each hook. */
function listen(): void {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const asked = names.map((name) => `"$(${real} config 'hook.${name}.enabled')"`).join(' ');
  const script = `#!/bin/sh
[ "$GIT_CONFIG_NOSYSTEM" != 1 ] || echo "$*" ${asked} >> ${at('calls')}
exec ${real} "$@"
`;
  mkdirSync(at('bin'));
  writeFileSync(at('bin/git'), script, { mode: 0o755 });
  process.env.PATH = `${at('bin')}:${path}`;
}

it('no call of ours that such a hook hears of lets it run', async () => {
  const lines = (first: string, last: string) => `${[first, ...'bcdefgh', last].join('\n')}\n`;
  repo.write('lines.txt', lines('a', 'i'));
  const base = repo.commit('base');
  const tree = taken(await addWorktree({ repo: repo.checkout, path: at('one'), branch: 'sidekicks/one', base }));
  writeFileSync(join(tree.path, 'lines.txt'), lines('A', 'i'));
  const { commit } = taken(await commitWorktree({ worktree: tree, message: 'Work', author }));
  // The same file too: two changes of one are merged by calls of their own.
  repo.write('lines.txt', lines('a', 'I'));
  repo.commit('moved on');
  expect(await dirtyCount(repo.checkout)).toBe(0);
  expect(taken(await applyResult({ checkout: repo.checkout, base, commit })).how).toBe('patch');
  taken(await removeWorktree(tree));
  expect(existsSync(at('ran'))).toBe(false);

  const calls = readFileSync(at('calls'), 'utf8').split('\n');
  const heard = / -c \S+ (worktree add|update-ref|reset|add|read-tree|update-index|write-tree|merge|status) /;
  const writing = calls.filter((call) => heard.test(call));
  expect(new Set(writing.map((call) => heard.exec(call)?.[1]))).toEqual(
    new Set([
      ...['worktree add', 'reset', 'read-tree', 'add', 'write-tree', 'update-ref', 'status', 'update-index', 'merge'],
    ]),
  );
  expect(writing.filter((call) => !call.endsWith(' false false'))).toEqual([]);
  for (const event of events)
    expect(writing.filter((call) => !call.includes(` hook.${event}.enabled=false `))).toEqual([]);
});
