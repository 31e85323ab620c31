import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, makeRepository, type Repository, runGit, taken } from './git-rig.ts';
import { dirtyCount, headOf } from './head.ts';

let repo: Repository;
beforeEach(() => {
  repo = makeRepository();
});
afterEach(() => repo.remove());

describe('headOf', () => {
  it('says where a checkout stands, and how many files are dirty', async () => {
    repo.write('new.txt', 'x');
    repo.write('a.txt', 'changed');
    const head = taken(await headOf(join(repo.checkout)));
    expect(head.root).toBe(repo.checkout);
    expect(await dirtyCount(head.root)).toBe(2);
    expect(head.head).toBe(repo.git('rev-parse', 'HEAD'));
  });

  it('refuses a plain folder, a missing one and a repository without a commit', async () => {
    const empty = join(repo.folder, 'empty');
    mkdirSync(empty);
    expect(codeOf(await headOf(empty))).toBe('not_a_git_root');
    expect(codeOf(await headOf(join(repo.folder, 'nothing')))).toBe('not_a_git_root');
    runGit(empty, 'init', '-q');
    expect(codeOf(await headOf(empty))).toBe('not_a_git_root');
  });
});

describe('a checkout that holds what nobody ever writes to', () => {
  const fifo = (path: string) => {
    rmSync(join(repo.checkout, path), { force: true });
    execFileSync('mkfifo', [join(repo.checkout, path)]);
  };
  const soon = { timeoutMs: 500 };

  it('is told by its commit at once, and its files are given up in time', async () => {
    repo.write('b.txt', 'b');
    repo.commit('two');
    fifo('.gitattributes');
    repo.write('b.txt', 'c');
    const began = performance.now();
    expect(taken(await headOf(repo.checkout)).head).toBe(repo.git('rev-parse', 'HEAD'));
    expect(await dirtyCount(repo.checkout, soon)).toBeNull();
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('is refused when git waits for its configuration, unless whoever asked went away', async () => {
    fifo('.git/config');
    expect(codeOf(await headOf(repo.checkout, soon))).toBe('not_a_git_root');
    const signal = AbortSignal.timeout(100);
    await expect(headOf(repo.checkout, { signal })).rejects.toThrow(/abort|timeout/i);
  });
});
