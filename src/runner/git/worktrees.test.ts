import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyResult } from './apply.ts';
import { commitWorktree } from './commit.ts';
import { diffOf } from './diff.ts';
import { codeOf, makeRepository, type Repository, runGit, taken } from './git-rig.ts';
import { hasUnmergedWork, unmergedWork } from './unmerged.ts';
import type { Worktree } from './worktree-of.ts';
import { addWorktree, dropExport, exportTree, removeWorktree } from './worktrees.ts';

const author = { name: 'Worker', email: 'worker@localhost' };
let repo: Repository;

beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

async function worktree(branch = 'sidekicks/one'): Promise<Worktree> {
  const path = join(repo.folder, 'trees', branch.replace('/', '-'));
  return taken(await addWorktree({ repo: repo.checkout, path, branch, base: repo.git('rev-parse', 'HEAD') }));
}

const save = async (tree: Worktree, message = 'Work') =>
  taken(await commitWorktree({ worktree: tree, message, author }));

describe('addWorktree', () => {
  it('refuses what exists and what does not', async () => {
    const tree = await worktree();
    expect(readFileSync(join(tree.path, 'a.txt'), 'utf8')).toContain('two');
    const again = { repo: repo.checkout, path: join(repo.folder, 'x'), branch: 'sidekicks/one', base: 'HEAD' };
    expect(codeOf(await addWorktree(again))).toBe('worktree_exists');
    expect(codeOf(await addWorktree({ ...again, branch: 'other', path: tree.path }))).toBe('worktree_exists');
    expect(codeOf(await addWorktree({ ...again, branch: 'other', base: 'f'.repeat(40) }))).toBe('unknown_commit');
    repo.git('branch', 'taken');
    expect(codeOf(await addWorktree({ ...again, branch: 'taken/one' }))).toBe('worktree_exists');
  });

  it('runs no hook and no filter of the repository', async () => {
    const proof = join(repo.folder, 'ran');
    writeFileSync(join(repo.checkout, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    repo.git('config', 'filter.evil.smudge', `touch ${proof}; cat`);
    repo.git('config', 'filter.evil.clean', `touch ${proof}; cat`);
    repo.git('config', 'core.fsmonitor', `touch ${proof}; false`);
    const tree = await worktree('sidekicks/quiet');
    writeFileSync(join(tree.path, '.gitattributes'), '* filter=evil diff=evil\n');
    writeFileSync(join(tree.path, 'b.txt'), 'b');
    expect((await save(tree)).changedFiles).toEqual(['.gitattributes', 'b.txt']);
    expect(existsSync(proof)).toBe(false);
    // The control: git as the user runs it does run them.
    runGit(tree.path, 'status');
    expect(existsSync(proof)).toBe(true);
  });
});

describe('commitWorktree', () => {
  it('commits changed, new, removed and executable files, not ignored ones, and leaves a clean worktree', async () => {
    const tree = await worktree();
    writeFileSync(join(tree.path, 'a.txt'), 'changed\n');
    mkdirSync(join(tree.path, 'ignored'));
    writeFileSync(join(tree.path, 'ignored/junk'), 'x');
    writeFileSync(join(tree.path, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
    const made = await save(tree, 'Change a');
    expect(made.kind).toBe('committed');
    expect(made.changedFiles).toEqual(['a.txt', 'tool']);
    expect(repo.git('rev-parse', 'sidekicks/one')).toBe(made.commit);
    expect(repo.git('log', '-1', '--format=%an %cn %s', made.commit)).toBe('Worker Worker Change a');
    expect(runGit(tree.path, 'status', '--porcelain')).toBe('');
    expect(repo.git('ls-tree', made.commit, 'tool')).toContain('100755');
    expect(await save(tree)).toMatchObject({ kind: 'unchanged', commit: made.commit, changedFiles: ['a.txt', 'tool'] });
    rmSync(join(tree.path, 'tool'));
    expect((await save(tree)).changedFiles).toEqual(['a.txt']);
  });

  it('sees a change behind a forged time', async () => {
    const tree = await worktree();
    const { utimesSync, statSync } = await import('node:fs');
    const file = join(tree.path, 'a.txt');
    const before = statSync(file);
    writeFileSync(file, 'ONE\ntwo\nthree\n');
    utimesSync(file, before.atime, before.mtime);
    expect((await save(tree)).changedFiles).toEqual(['a.txt']);
  });

  it.each(['folder', 'link'])('refuses a worktree whose .git became a %s', async (kind) => {
    const tree = await worktree();
    renameSync(join(tree.path, '.git'), join(tree.path, 'old'));
    if (kind === 'folder') runGit(tree.path, 'init', '-q');
    else symlinkSync(join(repo.folder, 'elsewhere'), join(tree.path, '.git'));
    expect(codeOf(await commitWorktree({ worktree: tree, message: 'x', author }))).toBe('worktree_tampered');
    expect(codeOf(await removeWorktree(tree))).toBe('worktree_tampered');
    expect(existsSync(join(tree.path, 'a.txt'))).toBe(true);
  });

  it('refuses a planted repository and never runs what it configures', async () => {
    const tree = await worktree();
    const proof = join(repo.folder, 'ran');
    const planted = join(tree.path, 'lib');
    mkdirSync(planted);
    runGit(planted, 'init', '-q');
    runGit(planted, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-q', '--allow-empty', '-m', 'x');
    runGit(planted, 'config', 'core.fsmonitor', `touch ${proof}; false`);
    expect(codeOf(await commitWorktree({ worktree: tree, message: 'x', author }))).toBe('nested_repository');
    expect(codeOf(await removeWorktree(tree))).toBe('nested_repository');
    expect(existsSync(proof)).toBe(false);
    // An ignored one (a dependency's) is nobody's business.
    mkdirSync(join(tree.path, 'ignored'));
    renameSync(planted, join(tree.path, 'ignored/lib'));
    expect((await save(tree)).kind).toBe('unchanged');
  });
});

describe('a repository with submodules', () => {
  it('keeps them as they are, and runs no git in what lies in their place', async () => {
    const proof = join(repo.folder, 'ran');
    const head = repo.git('rev-parse', 'HEAD');
    repo.git('update-index', '--add', '--cacheinfo', `160000,${head},lib`);
    repo.git('commit', '-q', '-m', 'a submodule');
    const tree = await worktree();
    writeFileSync(join(tree.path, 'lib', 'junk'), 'x');
    writeFileSync(join(tree.path, 'a.txt'), 'changed');
    const made = await save(tree);
    expect(made).toMatchObject({ changedFiles: ['a.txt'], leftOut: ['lib'] });
    expect(repo.git('ls-tree', made.commit, 'lib')).toContain(`160000 commit ${head}`);
    runGit(join(tree.path, 'lib'), 'init', '-q');
    runGit(join(tree.path, 'lib'), 'config', 'core.fsmonitor', `touch ${proof}; false`);
    expect(codeOf(await commitWorktree({ worktree: tree, message: 'x', author }))).toBe('nested_repository');
    expect(existsSync(proof)).toBe(false);
  });

  it('leaves no worktree to be deleted that holds work in their place', async () => {
    repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD')},lib`);
    repo.git('commit', '-q', '-m', 'a submodule');
    const tree = await worktree();
    expect(await hasUnmergedWork(tree)).toBe(false);
    writeFileSync(join(tree.path, 'lib/work'), 'hours');
    expect(codeOf(await removeWorktree(tree))).toBe('worktree_unmerged');
    rmSync(join(tree.path, 'lib'), { recursive: true });
    expect(taken(await removeWorktree(tree))).toBe('removed');
  });
});

describe('diffOf', () => {
  it('says when the text is cut', async () => {
    const tree = await worktree();
    writeFileSync(join(tree.path, 'long.txt'), 'ä'.repeat(5000));
    const { commit } = await save(tree);
    const range = { gitDir: tree.gitDir, base: tree.base, commit };
    const whole = await diffOf(range);
    expect(whole).toMatchObject({ cut: false, changedFiles: ['long.txt'] });
    expect(whole.text).toContain('+ä');
    const part = await diffOf({ ...range, maxBytes: 1001 });
    expect(part.cut).toBe(true);
    expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(1001);
    expect(part.text).not.toContain('\uFFFD');
  });
});

describe('applyResult', () => {
  async function result() {
    const tree = await worktree();
    writeFileSync(join(tree.path, 'a.txt'), 'one\ntwo\nTHREE\n');
    writeFileSync(join(tree.path, 'new.bin'), Buffer.from([0, 1, 2, 255]));
    const { commit } = await save(tree, 'Shout three');
    return { tree, commit, apply: () => applyResult({ checkout: repo.checkout, base: tree.base, commit }) };
  }

  it('fast-forwards, and says when it was there already', async () => {
    const { tree, commit, apply } = await result();
    repo.write('untracked.txt', 'mine');
    expect(await hasUnmergedWork(tree)).toBe(true);
    expect(taken(await apply())).toEqual({
      how: 'fast_forward',
      already: false,
      head: commit,
      changedFiles: ['a.txt', 'new.bin'],
    });
    expect(repo.git('rev-parse', 'main')).toBe(commit);
    expect(repo.git('status', '--porcelain')).toBe('?? untracked.txt');
    expect(taken(await apply())).toMatchObject({ how: 'fast_forward', already: true });
    expect(await hasUnmergedWork(tree)).toBe(false);
  });

  it('applies as a patch where the checkout moved on elsewhere', async () => {
    const { tree, commit, apply } = await result();
    repo.write('other.txt', 'other');
    const moved = repo.commit('other');
    const applied = taken(await apply());
    expect(applied).toMatchObject({ how: 'patch', changedFiles: ['a.txt', 'new.bin'] });
    expect(repo.git('rev-parse', 'HEAD^')).toBe(moved);
    expect(repo.git('log', '-1', '--format=%an|%B')).toBe(`Worker|Shout three\n\nSidekicks-Result: ${commit}`);
    expect(readFileSync(join(repo.checkout, 'new.bin'))).toEqual(Buffer.from([0, 1, 2, 255]));
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(await hasUnmergedWork(tree)).toBe(false);
    // Even after the same lines changed again.
    repo.write('a.txt', 'all new');
    repo.commit('rewrite');
    expect(await hasUnmergedWork(tree)).toBe(false);
  });

  it('refuses a dirty checkout and one that moved on the same lines, changing nothing', async () => {
    const { tree, apply } = await result();
    repo.write('a.txt', 'mine\n');
    expect(codeOf(await apply())).toBe('checkout_dirty');
    expect(readFileSync(join(repo.checkout, 'a.txt'), 'utf8')).toBe('mine\n');
    const moved = repo.commit('mine');
    expect(codeOf(await apply())).toBe('checkout_moved');
    expect(repo.git('rev-parse', 'HEAD')).toBe(moved);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(await hasUnmergedWork(tree)).toBe(true);
  });

  it('refuses when an untracked file is in the way', async () => {
    const { apply } = await result();
    repo.write('new.bin', 'mine');
    expect(codeOf(await apply())).toBe('checkout_dirty');
    expect(readFileSync(join(repo.checkout, 'new.bin'), 'utf8')).toBe('mine');
  });

  it('runs no hook of the checkout', async () => {
    const { apply } = await result();
    const proof = join(repo.folder, 'ran');
    writeFileSync(join(repo.checkout, '.git/hooks/post-merge'), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    expect(taken(await apply()).how).toBe('fast_forward');
    expect(existsSync(proof)).toBe(false);
  });
});

describe('removeWorktree', () => {
  it('never deletes unmerged commits or uncommitted files', async () => {
    const tree = await worktree();
    writeFileSync(join(tree.path, 'b.txt'), 'uncommitted');
    expect(codeOf(await removeWorktree(tree))).toBe('worktree_unmerged');
    expect(taken(await unmergedWork(tree))).toEqual({ unmerged: true, commits: 0, uncommitted: true });
    const { commit } = await save(tree);
    expect(taken(await unmergedWork(tree))).toEqual({ unmerged: true, commits: 1, uncommitted: false });
    expect(codeOf(await removeWorktree(tree))).toBe('worktree_unmerged');
    expect(readFileSync(join(tree.path, 'b.txt'), 'utf8')).toBe('uncommitted');
    repo.git('merge', '-q', '--squash', commit);
    repo.commit('squashed');
    expect(taken(await removeWorktree(tree))).toBe('removed');
    expect(existsSync(tree.path)).toBe(false);
    expect(repo.git('worktree', 'list')).not.toContain(tree.path);
    expect(repo.git('branch', '--list', 'sidekicks/*')).toBe('');
    expect(taken(await removeWorktree(tree))).toBe('removed');
  });

  it('keeps the branch of a worktree whose folder somebody deleted', async () => {
    const tree = await worktree();
    writeFileSync(join(tree.path, 'b.txt'), 'b');
    const { commit } = await save(tree);
    rmSync(tree.path, { recursive: true });
    expect(codeOf(await removeWorktree(tree))).toBe('worktree_unmerged');
    repo.git('merge', '-q', '--ff-only', commit);
    expect(taken(await removeWorktree(tree))).toBe('removed');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

describe('exportTree', () => {
  it('gives the bytes of a commit, whatever the checkout looks like, and can be dropped dirty', async () => {
    const commit = repo.git('rev-parse', 'HEAD');
    repo.write('a.txt', 'dirty');
    const tree = taken(await exportTree({ repo: repo.checkout, commit, into: join(repo.folder, 'out/check') }));
    expect(readFileSync(join(tree.path, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
    expect(tree).toMatchObject({ branch: null, base: commit });
    writeFileSync(join(tree.path, 'junk'), 'x');
    await dropExport(tree);
    expect(existsSync(tree.path)).toBe(false);
    const run = await worktree();
    await expect(dropExport(run)).rejects.toThrow('only removeWorktree');
  });
});
