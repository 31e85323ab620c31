/** Real repositories for tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Result } from '../../kit/result.ts';

export interface Repository {
  /** Holds everything: the checkout, worktrees, whatever a test adds. Short-lived. */
  readonly folder: string;
  readonly checkout: string;
  /** git as its user runs it, hooks and all. */
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  commit(message: string): string;
  remove(): void;
}

/** `within`: default the machine's temporary folder. */
export function makeRepository(within = tmpdir()): Repository {
  const folder = realpathSync(mkdtempSync(join(within, 'sk-git-')));
  const checkout = join(folder, 'checkout');
  mkdirSync(checkout);
  const git = (...args: readonly string[]) => runGit(checkout, ...args);
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), text);
  };
  const commit = (message: string) => {
    git('add', '-A');
    git('commit', '-q', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  write('a.txt', 'one\ntwo\nthree\n');
  write('.gitignore', 'ignored/\n');
  commit('first');
  return { folder, checkout, git, write, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function runGit(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

export function taken<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.message}`);
  return result.value;
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'done' : result.refusal.code;
}
