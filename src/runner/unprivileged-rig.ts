/**
 * Scenes for which root sees no difference: they are played in a process of a user without rights, where the tests are
 * root's. Run as a program, it plays the scene that its argument names and says what came of it, as JSON.
 */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Result } from '../kit/result.ts';
import { changedNow } from './git/changed.ts';
import { commitWorktree } from './git/commit.ts';
import { treeDigest } from './git/digest.ts';
import { codeOf, makeRepository, type Repository, taken } from './git/git-rig.ts';
import type { Worktree } from './git/worktree-of.ts';
import { addWorktree, dropExport, exportTree, removeWorktree } from './git/worktrees.ts';
import { openRunner } from './runner.ts';

const author = { name: 'Worker', email: 'worker@localhost' };

const scenes = {
  /** Work that its worker hid from the owner. */
  async hidden(repo, tree) {
    put(tree.path, 'src/sum.js', 'changed');
    put(tree.path, 'new/work.txt', 'important');
    put(tree.path, 'closed.txt', 'closed');
    chmodSync(join(tree.path, 'closed.txt'), 0);
    // Its names can be listed, and nothing more.
    chmodSync(join(tree.path, 'src'), 0o600);
    for (const folder of ['new', '.']) chmodSync(join(tree.path, folder), 0);
    const now = codeOf(await changedNow(tree));
    const removed = codeOf(await removeWorktree(tree));
    for (const folder of ['new', 'src']) chmodSync(join(tree.path, folder), 0);
    const made = taken(await commitWorktree({ worktree: tree, message: 'x', author }));
    return { now, removed, files: made.changedFiles, bytes: repo.git('show', `${made.commit}:new/work.txt`) };
  },
  /** A link to a closed folder elsewhere. */
  async link(repo, tree) {
    const outside = join(repo.folder, 'outside');
    put(outside, 'a', 'a');
    chmodSync(outside, 0);
    symlinkSync(outside, join(tree.path, 'link'));
    put(tree.path, 'new/a', 'a');
    chmodSync(join(tree.path, 'new'), 0);
    const made = await commitWorktree({ worktree: tree, message: 'x', author });
    return { made: filesOf(made), mode: statSync(outside).mode & 0o777 };
  },
  /** A user's own checkout: nothing of it is opened. */
  async checkout(repo) {
    put(repo.checkout, 'ignored/data/x', 'x');
    chmodSync(join(repo.checkout, 'ignored/data'), 0);
    const ignored = (await treeDigest(repo.checkout)).kind;
    chmodSync(join(repo.checkout, 'src'), 0);
    const read = (await treeDigest(repo.checkout).catch(() => null))?.kind ?? 'unreadable';
    return { ignored, read };
  },
  /** What neither rm nor git could delete. */
  async leftovers(repo, tree) {
    put(tree.path, 'ignored/deep/f', 'f');
    put(tree.path, 'ignored/cache/f', 'f');
    chmodSync(join(tree.path, 'ignored/deep'), 0);
    chmodSync(join(tree.path, 'ignored/cache'), 0o555);
    const removed = codeOf(await removeWorktree(tree));
    const into = join(repo.folder, 'check');
    const exported = taken(await exportTree({ repo: repo.checkout, commit: 'HEAD', into }));
    put(into, 'd/e/f', 'f');
    chmodSync(join(into, 'd/e'), 0);
    await dropExport(exported);
    return { removed, left: readdirSync(repo.folder) };
  },
  /** A check that failed, and left what cannot simply be deleted. */
  async check(repo) {
    const state = join(repo.folder, 'state');
    const runtimeDir = join(state, 'runs');
    const jail = { works: false, version: null, reasons: [] };
    const log = () => {};
    const serveWorker = () => ({ listed: Promise.resolve(), close() {} });
    const runner = await openRunner({ stateDir: state, runtimeDir, serveWorker, log, jail });
    const close = 'mkdir -p d/e ~/go/x && touch d/e/f ~/go/x/f && chmod 555 ~/go/x && chmod 0 d/e';
    const observed = await runner.runCheck({
      ...{ repository: repo.checkout, commit: repo.git('rev-parse', 'HEAD'), folder: '', caches: [] },
      // Also where the preparation closed what is then looked at.
      ...{ command: `${close}; exit 1`, prepare: 'echo x > src/sum.js && chmod 0 src' },
      ...{ unsandboxed: true, timeoutSeconds: 20, signal: new AbortController().signal },
      whyNot: () => null,
      spawned: async () => undefined,
    });
    const left = readdirSync(join(runtimeDir, 'checks'));
    put(runtimeDir, 'checks/old/f', 'f');
    put(runtimeDir, 'worktrees/c-1.x.gone/f', 'f');
    put(runtimeDir, 'worktrees/c-1/f', 'f');
    for (const folder of ['checks/old', 'worktrees/c-1.x.gone']) chmodSync(join(runtimeDir, folder), 0o555);
    await runner.sweep([], []);
    const swept = [...readdirSync(join(runtimeDir, 'checks')), ...readdirSync(join(runtimeDir, 'worktrees'))];
    const { status, exitCode } = taken(observed);
    return { status, exitCode, left, swept };
  },
} satisfies Record<string, (repo: Repository, tree: Worktree) => Promise<unknown>>;

function put(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function filesOf(made: Result<{ readonly changedFiles: readonly string[] }>) {
  return made.ok ? made.value.changedFiles : made.refusal.code;
}

/** What the scene says, played by a user that is not root. */
export async function unprivileged(scene: keyof typeof scenes): Promise<unknown> {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const args = ['--import', 'tsx', fileURLToPath(import.meta.url), scene];
  const { stdout } = await promisify(execFile)(process.execPath, args, { ...user });
  return JSON.parse(stdout);
}

async function play(scene: keyof typeof scenes): Promise<unknown> {
  const repo = makeRepository();
  try {
    repo.write('src/sum.js', 'sum');
    const base = repo.commit('sum');
    const path = join(repo.folder, 'tree');
    const tree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
    return await scenes[scene](repo, tree);
  } finally {
    execFileSync('chmod', ['-R', 'u+rwX', repo.folder]);
    repo.remove();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await play(process.argv[2] as keyof typeof scenes)));
}
