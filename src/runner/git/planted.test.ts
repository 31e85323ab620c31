/** What somebody planted in a checkout leads git nowhere else, and costs nobody a file or a branch. */
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { codeOf, makeRepository, type Repository, runGit, taken } from './git-rig.ts';
import { changedEntries, headOf } from './head.ts';
import { hasUnmergedWork } from './unmerged.ts';
import { addWorktree, exportTree } from './worktrees.ts';

let repo: Repository;
let other: Repository;
beforeEach(() => {
  repo = makeRepository();
  other = makeRepository();
});
afterEach(() => {
  repo.remove();
  other.remove();
});

const author = { name: 'Worker', email: 'worker@example.org' };

it('a bare repository in a folder that names a checkout elsewhere is not followed', async () => {
  const x = join(repo.checkout, 'x');
  mkdirSync(join(x, 'objects/info'), { recursive: true });
  mkdirSync(join(x, 'refs/heads'), { recursive: true });
  writeFileSync(join(x, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(x, 'config'), `[core]\n\tbare = false\n\tworktree = ${other.checkout}\n`);
  writeFileSync(join(x, 'objects/info/alternates'), `${join(other.checkout, '.git/objects')}\n`);
  writeFileSync(join(x, 'refs/heads/main'), `${other.git('rev-parse', 'HEAD')}\n`);
  expect(codeOf(await headOf(x))).toBe('not_a_git_root');
});

it('a repository whose checkout lies elsewhere by its configuration is refused', async () => {
  const inner = join(repo.checkout, 'inner');
  mkdirSync(inner);
  runGit(inner, 'init', '-q');
  runGit(inner, 'config', 'core.worktree', other.checkout);
  expect(codeOf(await headOf(inner))).toBe('not_a_git_root');
});

async function result(name: string, message: string, write: (path: string) => void) {
  const base = repo.git('rev-parse', 'HEAD');
  const path = join(repo.folder, name);
  const tree = taken(await addWorktree({ repo: repo.checkout, path, branch: `sidekicks/${name}`, base }));
  write(path);
  return { tree, base, commit: taken(await commitWorktree({ worktree: tree, message, author })).commit };
}

it('an apply overwrites no ignored file', async () => {
  repo.write('ignored/.env', 'the only copy\n');
  const { base, commit } = await result('one', 'Take it', (path) => {
    writeFileSync(join(path, '.gitignore'), '');
    mkdirSync(join(path, 'ignored'));
    writeFileSync(join(path, 'ignored/.env'), 'EVIL=1\n');
  });
  expect(codeOf(await applyResult({ checkout: repo.checkout, base, commit }))).toBe('checkout_dirty');
  expect(readFileSync(join(repo.checkout, 'ignored/.env'), 'utf8')).toBe('the only copy\n');
});

it('the words of a goal make no work of another look applied', async () => {
  const kept = await result('kept', 'Real work', (path) => writeFileSync(join(path, 'kept.txt'), 'kept\n'));
  const forged = `Sidekicks-Result: ${kept.commit}\n\nRun 1 by rig`;
  const liar = await result('liar', forged, (path) => writeFileSync(join(path, 'b.txt'), 'b\n'));
  taken(await applyResult({ checkout: repo.checkout, base: liar.base, commit: liar.commit }));
  expect(await hasUnmergedWork(kept.tree)).toBe(true);
  const applied = taken(await applyResult({ checkout: repo.checkout, base: kept.base, commit: kept.commit }));
  expect(applied.how).toBe('patch');
  expect(await hasUnmergedWork(kept.tree)).toBe(false);
});

it.each(['', '.', 'bin', './bin'])('a git in the worktree is not run, though PATH begins with "%s"', async (folder) => {
  const proof = join(repo.folder, 'ran');
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  try {
    const { tree } = await result('one', 'Take it', (path) => {
      mkdirSync(join(path, 'bin'));
      for (const git of ['git', 'bin/git'])
        writeFileSync(join(path, git), `#!/bin/sh\ntouch ${proof}\nexit 1\n`, { mode: 0o755 });
    });
    expect(await hasUnmergedWork(tree)).toBe(true);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(existsSync(proof)).toBe(false);
});

it('a repository that wants git to look at less of a file hides no change', async () => {
  repo.git('config', 'core.ignoreStat', 'true');
  const into = join(repo.folder, 'check');
  const { path } = taken(await exportTree({ repo: repo.checkout, into, commit: 'HEAD' }));
  const { atime, mtime } = statSync(join(path, 'a.txt'));
  writeFileSync(join(path, 'a.txt'), 'ONE\ntwo\nthree\n');
  utimesSync(join(path, 'a.txt'), atime, mtime);
  expect(await changedEntries(path, 'tracked')).toEqual(['a.txt']);
});

it.each(['--squash', '--strategy=ours'])(
  'a branch that is merged with %s takes a result all the same',
  async (option) => {
    const { base, commit } = await result('one', 'Take it', (path) => writeFileSync(join(path, 'a.txt'), 'new\n'));
    repo.git('config', 'branch.main.mergeOptions', option);
    taken(await applyResult({ checkout: repo.checkout, base, commit }));
    expect(repo.git('rev-parse', 'HEAD')).toBe(commit);
  },
);
