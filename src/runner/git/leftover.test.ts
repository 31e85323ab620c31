/** What a killed daemon left of a worktree is in nobody's way, unless it could be somebody's work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitWorktree } from './commit.ts';
import { makeRepository, type Repository, taken } from './git-rig.ts';
import type { Worktree } from './worktree-of.ts';
import { addWorktree, removeWorktree } from './worktrees.ts';

const files = 3000;
const branch = 'sidekicks/one';
const author = { name: 'Worker', email: 'worker@localhost' };
let repo: Repository;
let path: string;
beforeEach(() => {
  repo = makeRepository();
  path = join(repo.folder, 'trees/one');
});
afterEach(() => repo.remove());

const wish = () => ({ repo: repo.checkout, path, branch, base: repo.git('rev-parse', 'HEAD') });
const add = () => addWorktree(wish());
const admin = () => join(repo.checkout, '.git/worktrees/one');
const inTree = (file: string) => join(path, file);

/** One that is whole, at the newest commit, and the only one. */
function expectFresh(tree: Worktree): void {
  expect(tree.base).toBe(repo.git('rev-parse', 'HEAD'));
  expect(repo.git('-C', path, 'status', '--porcelain', '--branch')).toBe(`## ${branch}`);
  expect(readdirSync(join(repo.checkout, '.git/worktrees'))).toEqual(['one']);
}

/** The checkout goes on while nobody runs. */
function moveOn(): void {
  repo.write('later.txt', 'later');
  repo.commit('later');
}

async function unfinished(): Promise<void> {
  taken(await add());
  rmSync(join(admin(), 'index'));
  rmSync(inTree('a.txt'));
}

/** In a process of its own, killed as soon as `when` says so. */
async function killed(act: 'addWorktree' | 'removeWorktree', given: unknown, when: () => boolean): Promise<void> {
  const module = fileURLToPath(new URL('./worktrees.ts', import.meta.url));
  const code = `(await import(${JSON.stringify(module)})).${act}(${JSON.stringify(given)})`;
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { cwd });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !when()) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await ended;
}

describe('a kill', { timeout: 60_000 }, () => {
  beforeEach(() => {
    for (let n = 0; n < files; n++) repo.write(`many/f${n}`, `${n}\n`);
    repo.commit('many');
  });
  const filled = () => (existsSync(inTree('many')) ? readdirSync(inTree('many')).length : 0);

  it('while a worktree is filled leaves what is taken back', async () => {
    await killed('addWorktree', wish(), () => filled() > 0);
    expectFresh(taken(await add()));
    expect(filled()).toBe(files);
  });

  it('while one is deleted leaves no half of it', async () => {
    const tree = taken(await add());
    await killed('removeWorktree', tree, () => filled() < files);
    expect(existsSync(path)).toBe(false);
    expect(taken(await removeWorktree(tree))).toBe('removed');
    expectFresh(taken(await add()));
  });
});

describe('taken back', () => {
  it('an unfinished one, also when the checkout moved on', async () => {
    await unfinished();
    moveOn();
    expectFresh(taken(await add()));
  });

  it.each(['', 'one\ntw'])('one in which git had written %j of a file', async (text) => {
    await unfinished();
    writeFileSync(inTree('a.txt'), text);
    expectFresh(taken(await add()));
  });

  it('one that was finished, and that nobody was told of', async () => {
    taken(await add());
    moveOn();
    expectFresh(taken(await add()));
  });

  it.each([
    ['its branch alone', () => rmSync(admin(), { recursive: true })],
    ['its branch and what git remembers', () => {}],
  ])('%s', async (_, change) => {
    taken(await add());
    rmSync(path, { recursive: true });
    change();
    expectFresh(taken(await add()));
  });

  it.each(['HEAD', 'commondir'])('one that git had not given its %s', async (file) => {
    await unfinished();
    for (const entry of readdirSync(path).filter((name) => name !== '.git')) rmSync(inTree(entry));
    rmSync(join(admin(), file));
    expectFresh(taken(await add()));
  });

  it('one whose start only another branch holds by now', async () => {
    repo.git('checkout', '-q', '-b', 'feature');
    moveOn();
    await unfinished();
    repo.git('checkout', '-q', 'main');
    expectFresh(taken(await add()));
  });

  it('an empty folder', async () => {
    mkdirSync(path, { recursive: true });
    expectFresh(taken(await add()));
  });
});

describe('never taken back', () => {
  it.each([
    ['a changed file', () => writeFileSync(inTree('.gitignore'), 'mine')],
    ['a file as no commit begins', () => writeFileSync(inTree('a.txt'), 'one\nmy')],
    ['an untracked file', () => writeFileSync(inTree('b.txt'), 'mine')],
    ['another .git', () => writeFileSync(inTree('.git'), 'gitdir: /elsewhere')],
    ['another branch', () => repo.git('-C', path, 'symbolic-ref', 'HEAD', 'refs/heads/other')],
    ['no administration', () => rmSync(admin(), { recursive: true })],
  ])('one with %s', async (_, change) => {
    await unfinished();
    change();
    await expectKept();
  });

  it.each([
    ['deleted', () => rmSync(inTree('a.txt'))],
    ['cut', () => writeFileSync(inTree('a.txt'), 'one\n')],
  ])('a finished one in which somebody %s a file', async (_, change) => {
    taken(await add());
    change();
    await expectKept();
  });

  it('one in which somebody wrote where a submodule would be', async () => {
    repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD')},lib`);
    repo.git('commit', '-q', '-m', 'a submodule');
    taken(await add());
    rmSync(inTree('lib'), { recursive: true });
    writeFileSync(inTree('lib'), 'mine');
    await expectKept();
  });

  it('one whose commits are nowhere else, also without its folder', async () => {
    const tree = taken(await add());
    writeFileSync(inTree('b.txt'), 'b');
    const { commit } = taken(await commitWorktree({ worktree: tree, message: 'x', author }));
    await expectKept();
    renameSync(path, `${path}-away`);
    await expectKept();
    expect(repo.git('rev-parse', branch)).toBe(commit);
  });

  it('a branch that another worktree is on', async () => {
    repo.git('worktree', 'add', '-q', '-b', branch, join(repo.folder, 'mine'));
    await expectKept();
  });

  async function expectKept(): Promise<void> {
    const before = seen();
    expect(await add()).toMatchObject({
      refusal: {
        code: 'worktree_exists',
        message: expect.stringContaining(path),
        next: expect.stringContaining(branch),
      },
    });
    expect(seen()).toEqual(before);
  }

  /** All that is there of it. */
  function seen() {
    const entries = existsSync(path) ? readdirSync(path) : [];
    return [repo.git('rev-parse', branch), entries.map((entry) => [entry, readFileSync(inTree(entry), 'utf8')])];
  }
});
