/**
 * A worktree's private view of its repository: what a jail shows at the path of the repository's common folder.
 * Borrows the repository's objects read-only; what is written inside (commits, branches, tags) lands in the view.
 * No git outside a jail ever runs in a view, for an agent may have written it; it is made once and later only removed.
 */
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { done, type Result, refuse } from '../../kit/result.ts';
import { inside } from '../jail/spec.ts';
import { openFolder } from './own-tree.ts';
import { askGit, git } from './run.ts';
import type { Worktree } from './worktree-of.ts';

export interface View {
  /** Other object folders that the repository borrows from; the jail shows them read-only. */
  readonly alternates: readonly string[];
}

/** Makes the view if there is none. Refused `worktree_tampered` when the worktree's `.git` is not the one we made. */
export async function openView(worktree: Worktree): Promise<Result<View>> {
  if (!(await isOurs(worktree))) return refuse(tampered(worktree.path));
  const alternates = await alternatesOf(join(worktree.gitDir, 'objects'));
  const made = await lstat(worktree.view).catch(() => null);
  if (!made) await makeView(worktree, alternates);
  return done({ alternates });
}

/** The folder of the real repository that belongs to this worktree alone. */
export function adminOf({ gitDir, name }: Worktree): string {
  return join(gitDir, 'worktrees', name);
}

/** Whether the worktree's `.git` still is the plain file that points to our own administration. */
export async function isOurs(worktree: Worktree): Promise<boolean> {
  const file = join(worktree.path, '.git');
  await openFolder(worktree.path);
  // A link or a folder in its place would lead git, and the user's own git, to configuration that an agent wrote. What is
  // looked at is what is read: never through a link, and never waiting for a FIFO's other end.
  const how = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, how).catch(() => null);
  if (!handle) return false;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > 4096) return false;
    return (await handle.readFile('utf8')).trim() === `gitdir: ${adminOf(worktree)}`;
  } finally {
    await handle.close();
  }
}

export function tampered(path: string) {
  return {
    code: 'worktree_tampered',
    message: `${path}/.git is not the file that the worktree was made with.`,
    next: 'Look at the worktree by hand; nothing was read from it or deleted.',
  };
}

async function makeView(worktree: Worktree, alternates: readonly string[]): Promise<void> {
  const { gitDir, name, view } = worktree;
  const draft = `${view}.new`;
  await rm(draft, { recursive: true, force: true });
  const admin = join(draft, 'worktrees', name);
  const folders = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'logs', 'hooks', 'info'];
  for (const folder of folders) await mkdir(join(draft, folder), { recursive: true, mode: 0o700 });
  await mkdir(join(admin, 'logs'), { recursive: true, mode: 0o700 });
  const head = await readFile(join(adminOf(worktree), 'HEAD'), 'utf8');
  const files: Record<string, string> = {
    HEAD: head,
    config: await configOf(gitDir),
    'packed-refs': await packedRefs(gitDir),
    'objects/info/alternates': `${[inside.objects, ...alternates].join('\n')}\n`,
    [`worktrees/${name}/HEAD`]: head,
    [`worktrees/${name}/commondir`]: '../..\n',
    [`worktrees/${name}/gitdir`]: `${worktree.path}/.git\n`,
    // Empty but there: a missing file could be planted.
    [`worktrees/${name}/config.worktree`]: '',
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(draft, file), text, { mode: 0o600 });
  await copyIfThere(join(adminOf(worktree), 'index'), join(admin, 'index'));
  await copyIfThere(join(gitDir, 'info/exclude'), join(draft, 'info/exclude'));
  await copyIfThere(join(gitDir, 'shallow'), join(draft, 'shallow'));
  await rename(draft, view);
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/** Only what says how the repository is laid out: the user's own configuration may hold tokens and commands. */
const carried = '^(extensions\\.objectformat|core\\.(filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol))$';

async function configOf(gitDir: string): Promise<string> {
  const { stdout } = await askGit(['config', '-z', '--get-regexp', carried], { gitDir });
  const entries = stdout.toString('utf8').split('\0').filter(Boolean);
  const pairs = new Map(
    entries.map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.slice(entry.indexOf('\n') + 1)]),
  );
  const format = pairs.has('extensions.objectformat') ? 1 : 0;
  const own = [
    ['core.repositoryformatversion', String(format)],
    ['core.bare', 'false'],
    ['core.logallrefupdates', 'true'],
    // An agent without a name of its own can commit for itself; the daemon's commit names its real author.
    ['user.name', 'Agent'],
    ['user.email', 'agent@localhost'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const;
  return [...own, ...pairs].map(([name, value]) => section(name, value)).join('');
}

function section(name: string, value: string): string {
  const dot = name.indexOf('.');
  return `[${name.slice(0, dot)}]\n\t${name.slice(dot + 1)} = ${value}\n`;
}

async function packedRefs(gitDir: string): Promise<string> {
  const format = '--format=%(objectname) %(refname)';
  const kinds = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const lines = await git(['for-each-ref', '--sort=refname', format, ...kinds], { gitDir, maxBytes: 64 * 1024 * 1024 });
  return `# pack-refs with: sorted \n${lines === '' ? '' : `${lines}\n`}`;
}

/** gitrepository-layout(5): one path a line, relative ones from the objects folder. Followed to their end, at most 32. */
async function alternatesOf(objects: string): Promise<readonly string[]> {
  const found = new Set<string>();
  const waiting = [objects];
  for (let folder = waiting.shift(); folder !== undefined && found.size < 32; folder = waiting.shift()) {
    const text = await readFile(join(folder, 'info/alternates'), 'utf8').catch(() => '');
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
      const path = await realpath(isAbsolute(line) ? line : resolve(folder, line)).catch(() => null);
      if (path === null || found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return [...found];
}
