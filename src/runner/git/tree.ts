/**
 * The tree of a working folder's bytes, untracked files included, ignored ones not. Hashes every file again, through an
 * index of its own: times and sizes are the agent's to forge. Runs no hook and no filter, and enters no nested repository.
 */
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { withScratch } from '../scratch.ts';
import { bytePath, bytesOf, readable } from './byte-path.ts';
import { lookThrough, type Owner, unignored } from './nested.ts';
import { openTree } from './own-tree.ts';
import { askGit, type GitAnswer, type GitOptions, git, listBytes, quieted } from './run.ts';

export interface TreeSource {
  /** The repository, or a worktree's own administration. Never a folder that an agent could write. */
  readonly gitDir: string;
  /** The repository's objects. */
  readonly objects: string;
  readonly workTree: string;
  /** us: what is closed to its owner is opened. user: it is refused, unless it is ignored. */
  readonly owner: Owner;
  /** What is tracked although ignored. */
  readonly seed: string;
  /** kept: blobs and trees are written to the repository. thrown: they are not. */
  readonly blobs: 'kept' | 'thrown';
  /** Only this folder's tree; relative, without a slash at its end. */
  readonly within?: string;
  /** Aborting throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Made {
  readonly tree: string;
  /** What made it. */
  readonly index: string;
  /** Where git finds its objects, also those that are thrown away after this. */
  readonly env: Readonly<Record<string, string>>;
  /** FIFOs, sockets and devices: no tree holds them. */
  readonly leftOut: readonly string[];
  /** In a tree of ours: where submodules would be and something else lies. It is work, and no tree of this repository holds it. */
  readonly inSubmodules: readonly string[];
}

/** `use` gets what was made; its temporary places are gone afterwards. */
export async function withTree<T>(source: TreeSource, use: (made: Made) => Promise<T>): Promise<Result<T>> {
  const { signal } = source;
  signal?.throwIfAborted();
  return withScratch(async (scratch) => {
    const index = join(scratch, 'index');
    const env = source.blobs === 'thrown' ? await throwaway(scratch, source.objects) : {};
    const place = { gitDir: source.gitDir, workTree: source.workTree, cwd: source.workTree, index, env };
    const at = await quieted({ ...place, ...(signal && { signal }) });
    const ready = await prepared(source, at);
    if (!ready.ok) return ready;
    const added = await addAll(source, at);
    if (added.code !== 0) return refuse(unreadable(added.said));
    const part = source.within ? [`--prefix=${source.within}/`] : [];
    const written = await askGit(['write-tree', ...part], at);
    if (written.code !== 0) return refuse(unreadable(written.said));
    const tree = written.stdout.toString('utf8').trim();
    const late = source.within ? [] : await newSubmodules(at, source.seed, tree);
    return late.length > 0 ? refuse(nestedRefusal(late)) : done(await use({ tree, index, env, ...ready.value }));
  });
}

/** git fails at a file that its owner may not read. To open all beforehand would ask each one for its mode. */
async function addAll({ owner, workTree, signal }: TreeSource, at: GitOptions): Promise<GitAnswer> {
  const add = () => askGit(['add', '--all'], { ...at, timeoutMs: 600_000 });
  const added = await add();
  if (added.code === 0 || owner === 'user') return added;
  await openTree(workTree, signal);
  return add();
}

/** The index as it is before anything is added. Refuses what git must not, or cannot, take; answers what is left out. */
async function prepared(
  { seed, workTree, owner, signal }: TreeSource,
  at: GitOptions,
): Promise<Result<Pick<Made, 'leftOut' | 'inSubmodules'>>> {
  await git(['read-tree', seed], at);
  const submodules = await passOverSubmodules(at);
  const found = await lookThrough(workTree, owner, signal);
  const waits = found.special.find((path) => /^\.git(ignore|attributes)$/i.test(basename(path)));
  if (waits !== undefined) return refuse(unreadable(`${readable(waits)} is no file, and reading it would never end`));
  const hiding = await hidingFolders(found.closed, at);
  if (hiding[0] !== undefined) return refuse(unreadable(`the folder ${readable(hiding[0])} cannot be read`));
  const nested = await unignored('folders', found.repositories, at);
  if (nested.length > 0) return refuse(nestedRefusal(nested));
  const leftOut = await unignored('files', found.special, at);
  // Where a tracked file was, git would refuse the whole tree.
  const paths = leftOut.map((path) => `${path}\0`).join('');
  if (paths !== '') await git(['update-index', '-z', '--force-remove', '--stdin'], { ...at, input: bytesOf(paths) });
  const bytes = await sizeOf(workTree, at);
  if (bytes > maxBytes) return refuse(tooLarge(bytes));
  const filled = owner === 'us' ? await notEmpty(workTree, submodules) : [];
  return done({ leftOut: leftOut.map(readable), inSubmodules: filled.map(readable) });
}

/** An ignored folder that cannot be read is nobody's business, unless it holds what is tracked. */
async function hidingFolders(closed: readonly string[], at: GitOptions): Promise<readonly string[]> {
  if (closed.length === 0) return closed;
  const seen = new Set(await unignored('folders', closed, at));
  const tracked = await names(['ls-files', '-z', '--cached'], at);
  return closed.filter((folder) => seen.has(folder) || tracked.some((path) => path.startsWith(`${folder}/`)));
}

/** git reads each byte again, and what is new stays in the repository. */
const maxBytes = 8 * 1024 ** 3;

/** Of all that `add` would read; no more is counted once it is too much. */
async function sizeOf(workTree: string, at: GitOptions): Promise<number> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = await names(list, at);
  const top = bytePath(workTree);
  let bytes = 0;
  for (let from = 0; from < paths.length && bytes <= maxBytes; from += 256) {
    at.signal?.throwIfAborted();
    const some = paths.slice(from, from + 256).map((path) => lstat(bytesOf(join(top, path))).catch(() => null));
    for (const stat of await Promise.all(some)) bytes += stat?.isFile() ? stat.size : 0;
  }
  return bytes;
}

const submodule = '160000';

/** What is a submodule in the seed stays as it is: `add` would run git inside it to ask whether it changed. */
async function passOverSubmodules(at: GitOptions): Promise<readonly string[]> {
  const entries = (await names(['ls-files', '--stage', '-z'], at)).filter((entry) => entry.startsWith(submodule));
  const paths = entries.map((entry) => entry.slice(entry.indexOf('\t') + 1));
  const input = paths.map((path) => `${path}\0`).join('');
  if (input !== '') await git(['update-index', '-z', '--skip-worktree', '--stdin'], { ...at, input: bytesOf(input) });
  return paths;
}

/** A worktree of ours is made with its submodules as empty folders. */
async function notEmpty(workTree: string, folders: readonly string[]): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(bytesOf(join(bytePath(workTree), folder))).catch(whyUnlisted);
    if (entries.length > 0) filled.push(folder);
  }
  return filled;
}

/** A folder that was deleted holds nothing; a file or a link in its place is work too. */
function whyUnlisted({ code }: NodeJS.ErrnoException): readonly string[] {
  return code === 'ENOENT' ? [] : ['?'];
}

/** Of a command that ends each with a zero byte; as byte paths. */
async function names(list: readonly string[], at: GitOptions): Promise<readonly string[]> {
  const said = await git(list, { ...at, maxBytes: listBytes, encoding: 'latin1' });
  return said.split('\0').filter(Boolean);
}

/** Repositories that slipped in after we looked. */
async function newSubmodules(at: GitOptions, seed: string, tree: string): Promise<readonly string[]> {
  const raw = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--ignore-submodules=none', seed, tree];
  const fields = await names(raw, at);
  // Pairs: `:old new ...`, then the path.
  return fields.filter((_, place) => place % 2 === 1 && fields[place - 1]?.split(' ')[1] === submodule);
}

async function throwaway(scratch: string, objects: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(scratch, 'objects');
  await mkdir(join(folder, 'info'), { recursive: true });
  await writeFile(join(folder, 'info/alternates'), `${objects}\n`);
  return { GIT_OBJECT_DIRECTORY: folder };
}

function nestedRefusal(folders: readonly string[]): Refusal {
  return {
    code: 'nested_repository',
    message: `The working tree holds ${folders.length} repositories of their own, first ${readable(folders[0] ?? '')}.`,
    next: 'Remove their .git, or ignore those folders, and finish again.',
    data: { folders: folders.slice(0, 20).map(readable) },
  };
}

function tooLarge(bytes: number): Refusal {
  return {
    code: 'worktree_unreadable',
    message: `The working tree holds more than ${maxBytes / 1024 ** 3} GiB that no .gitignore names (${bytes} bytes).`,
    next: 'Ignore or remove what is no result, and finish again.',
  };
}

function unreadable(said: string): Refusal {
  return {
    code: 'worktree_unreadable',
    message: `git cannot take the working tree as it is: ${said.slice(0, 500)}`,
    next: 'Make every file readable and named so that git accepts it, and finish again.',
  };
}
