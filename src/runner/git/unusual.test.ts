/** Worktrees that no usual work leaves: special files, more than can be read, and a stop in the middle. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedNow } from './changed.ts';
import { commitWorktree } from './commit.ts';
import { diffOf } from './diff.ts';
import { treeDigest } from './digest.ts';
import { codeOf, makeRepository, type Repository, taken } from './git-rig.ts';
import type { Worktree } from './worktree-of.ts';
import { addWorktree } from './worktrees.ts';

const author = { name: 'Worker', email: 'worker@localhost' };
const GIB = 1024 ** 3;
let repo: Repository;
let tree: Worktree;

beforeEach(async () => {
  repo = makeRepository();
  const base = repo.git('rev-parse', 'HEAD');
  const path = join(repo.folder, 'tree');
  tree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
});
afterEach(() => repo.remove());

const inTree = (path: string) => join(tree.path, path);
const fifo = (path: string) => execFileSync('mkfifo', [inTree(path)]);
const commit = (signal?: AbortSignal) => commitWorktree({ worktree: tree, message: 'x', author, signal });

/** Of zeros that no disk holds. */
function huge(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, Math.floor(bytes));
}

describe('special files', () => {
  it('are left out and named, also where a tracked file was; everything else is in the commit', async () => {
    mkdirSync(inTree('sub'));
    mkdirSync(inTree('ignored'));
    for (const path of ['pipe', 'sub/:pipe', 'ignored/pipe']) fifo(path);
    rmSync(inTree('a.txt'));
    fifo('a.txt');
    const server = createServer().listen(inTree('sub/socket'));
    writeFileSync(inTree('sub/b.txt'), 'b');
    const made = taken(await commit());
    expect([...made.leftOut].sort()).toEqual(['a.txt', 'pipe', 'sub/:pipe', 'sub/socket']);
    expect(made.changedFiles).toEqual(['a.txt', 'sub/b.txt']);
    expect(repo.git('ls-tree', '-r', '--name-only', made.commit)).toBe('.gitignore\nsub/b.txt');
    expect(taken(await changedNow(tree)).files).toEqual(['a.txt', 'sub/b.txt']);
    server.close();
  });

  it.each(['.gitignore', 'sub/.gitignore', 'sub/.gitattributes'])('as %s are refused: git would wait', async (path) => {
    mkdirSync(inTree('sub'));
    rmSync(inTree(path), { force: true });
    fifo(path);
    const began = performance.now();
    const made = await commit();
    expect(made).toMatchObject({ refusal: { code: 'worktree_unreadable', message: expect.stringContaining(path) } });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('in a plain folder are no bytes of its digest', async () => {
    const folder = join(repo.folder, 'plain');
    mkdirSync(folder);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await treeDigest(folder)).toMatchObject({ kind: 'files', cut: false });
  });
});

describe('more than can be read', () => {
  it('is refused before it is read, and what is ignored does not count', async () => {
    mkdirSync(inTree('ignored'));
    huge(inTree('ignored/big'), 9 * GIB);
    expect(taken(await commit()).kind).toBe('unchanged');
    huge(inTree('big'), 9 * GIB);
    const began = performance.now();
    const made = await commit();
    expect(made).toMatchObject({ refusal: { code: 'worktree_unreadable', message: expect.stringContaining('8 GiB') } });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('in a diff is cut, and the diff says so', async () => {
    writeFileSync(inTree('b.txt'), 'line\n'.repeat(1000));
    const made = taken(await commit());
    const range = { gitDir: tree.gitDir, base: tree.base, commit: made.commit };
    const whole = await diffOf(range);
    expect(whole).toMatchObject({ cut: false });
    const part = await diffOf({ ...range, maxBytes: 1000 });
    expect(part).toMatchObject({ cut: true, text: whole.text.slice(0, 1000), changedFiles: ['b.txt'] });
  });
});

describe('a stop in the middle', () => {
  const running = (what: string) =>
    execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.trim().startsWith(`${process.pid} git `) && line.includes(what));

  it('ends git at once; the worktree and its branch are as they were, and can be collected later', async () => {
    huge(inTree('big'), 6 * GIB);
    const stop = new AbortController();
    const made = commit(stop.signal).then(codeOf, (error: Error) => error.name);
    await expect.poll(() => running(' add --all'), { timeout: 10_000 }).toHaveLength(1);
    const began = performance.now();
    stop.abort();
    expect(await made).toBe('AbortError');
    expect(performance.now() - began).toBeLessThan(1000);
    expect(running(' add --all')).toEqual([]);
    expect(existsSync(inTree('big'))).toBe(true);
    expect(repo.git('rev-parse', tree.branch ?? '')).toBe(tree.base);
    truncateSync(inTree('big'), 10);
    expect(taken(await commit()).changedFiles).toEqual(['big']);
  });

  it('ends git while it fills a new worktree, and leaves nothing of that', async () => {
    huge(join(repo.checkout, 'big'), GIB / 2);
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '-m', 'big');
    const stop = new AbortController();
    const path = join(repo.folder, 'other');
    const wish = { repo: repo.checkout, path, branch: 'sidekicks/other', base: 'HEAD' };
    const made = addWorktree({ ...wish, signal: stop.signal }).then(codeOf, (error: Error) => error.name);
    await expect.poll(() => running(' reset --hard'), { timeout: 10_000, interval: 5 }).toHaveLength(1);
    stop.abort();
    expect(await made).toBe('AbortError');
    expect(running(' reset --hard')).toEqual([]);
    expect(existsSync(path)).toBe(false);
    expect(repo.git('worktree', 'list')).not.toContain(path);
    expect(repo.git('branch', '--list', wish.branch)).toBe('');
    expect(taken(await addWorktree(wish)).branch).toBe(wish.branch);
  });

  it('ends a digest, of a checkout and of a plain folder', async () => {
    const folder = join(repo.folder, 'plain');
    mkdirSync(folder);
    for (const place of [repo.checkout, folder]) {
      huge(join(place, 'big'), 1.9 * GIB);
      const stop = new AbortController();
      const made = treeDigest(place, { signal: stop.signal }).then(
        () => 'read',
        (error: Error) => error.name,
      );
      await sleep(300);
      const began = performance.now();
      stop.abort();
      expect([place, await made]).toEqual([place, 'AbortError']);
      expect(performance.now() - began).toBeLessThan(1000);
    }
  });
});

// Elsewhere a file system refuses them.
describe.runIf(process.platform === 'linux')('names that are no UTF-8', () => {
  const shell = (act: string) => execFileSync('bash', ['-c', act], { cwd: tree.path });

  it('hide nothing that git would wait for, be led by, or read for hours', async () => {
    shell("mkdir $'\\xff' && mkfifo $'\\xff/.gitignore'");
    expect(codeOf(await commit(AbortSignal.timeout(10_000)))).toBe('worktree_unreadable');
    shell("rm -r $'\\xff' && mkdir -p $'\\xff/.git'");
    expect(codeOf(await commit())).toBe('nested_repository');
    shell("rm -r $'\\xff' && truncate -s 9G $'\\xff'");
    expect(codeOf(await commit(AbortSignal.timeout(10_000)))).toBe('worktree_unreadable');
  });

  it('or are those of git in another case, hide no FIFO either', async () => {
    shell('mkdir -p .GIT/a && mkfifo .GIT/a/.gitignore');
    expect(codeOf(await commit(AbortSignal.timeout(10_000)))).toBe('worktree_unreadable');
  });

  it('are part of the result, in folders closed by whoever made them too', async () => {
    shell("mkdir $'\\xff' && echo work > $'\\xff/\\xfe' && mkfifo $'\\xff/pipe' && chmod 000 $'\\xff/\\xfe'");
    const made = taken(await commit());
    expect(made.leftOut).toEqual(['\uFFFD/pipe']);
    const listed = execFileSync('git', ['ls-tree', '-r', '-z', '--name-only', made.commit], { cwd: repo.checkout });
    expect(listed.toString('latin1')).toContain('\u00ff/\u00fe\0');
  });
});
