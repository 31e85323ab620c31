/**
 * One digest for the bytes of a folder, to say whether it changed. In a checkout it is git's tree (untracked files
 * included, ignored ones not), elsewhere a hash over sorted paths and contents. Writes nothing into either.
 */
import { createHash, type Hash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compareText } from '../../kit/compare.ts';
import { type Head, headOf } from './head.ts';
import { withTree } from './tree.ts';

export interface TreeDigest {
  readonly kind: 'git' | 'files';
  readonly digest: string;
  /** The folder is larger than the bounds: the digest covers what was read. */
  readonly cut: boolean;
}

export interface DigestBounds {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

const usual: DigestBounds = { maxFiles: 100_000, maxBytes: 2 * 1024 ** 3 };

export interface DigestOptions {
  /** For folders that git does not take. */
  readonly bounds?: DigestBounds;
  /** Aborting throws its reason. */
  readonly signal?: AbortSignal | undefined;
}

export async function treeDigest(path: string, { bounds = usual, signal }: DigestOptions = {}): Promise<TreeDigest> {
  const head = await headOf(path, { signal });
  const made = head.ok ? await gitDigest(await realpath(path), head.value, signal) : null;
  if (made?.ok) return { kind: 'git', digest: made.value, cut: false };
  return digestFiles(path, bounds, signal);
}

/** Refused for what git will not take: a nested repository, or a folder that holds nothing of the repository's. */
function gitDigest(path: string, { root, gitDir, ownDir, head }: Head, signal: AbortSignal | undefined) {
  const source = {
    // A worktree of a sparse checkout need not be sparse.
    gitDir: ownDir,
    objects: join(gitDir, 'objects'),
    workTree: root,
    owner: 'user',
    seed: head,
    blobs: 'thrown',
    signal,
  } as const;
  return withTree({ ...source, within: relative(root, path) }, async ({ tree }) => tree);
}

async function digestFiles(root: string, bounds: DigestBounds, signal: AbortSignal | undefined): Promise<TreeDigest> {
  const hash = createHash('sha256').update('sidekicks-tree-v1\n');
  const left = { files: bounds.maxFiles, bytes: bounds.maxBytes };
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    entries.sort((one, other) => compareText(one.name, other.name));
    for (const entry of entries) {
      signal?.throwIfAborted();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (--left.files < 0 || left.bytes < 0) return { kind: 'files', digest: hash.digest('hex'), cut: true };
      if (entry.isDirectory()) waiting.push(path);
      await addEntry(hash, { root, path, entry, left, signal });
    }
  }
  return { kind: 'files', digest: hash.digest('hex'), cut: left.bytes < 0 };
}

interface Entry {
  readonly root: string;
  readonly path: string;
  readonly entry: Dirent;
  readonly left: { bytes: number };
  readonly signal: AbortSignal | undefined;
}

async function addEntry(hash: Hash, { root, path, entry, left, signal }: Entry): Promise<void> {
  const full = join(root, path);
  const name = `${Buffer.byteLength(path)}:${path}`;
  if (entry.isSymbolicLink()) hash.update(`link ${name} ${await readlink(full)}\0`);
  else if (!entry.isFile()) hash.update(`${entry.isDirectory() ? 'folder' : 'other'} ${name}\0`);
  else {
    const { mode, size } = await lstat(full);
    hash.update(`file ${name} ${mode & 0o111 ? 'x' : '-'} ${size}\0`);
    left.bytes -= size;
    if (left.bytes >= 0) await addBytes(hash, full, signal);
  }
}

async function addBytes(hash: Hash, file: string, signal: AbortSignal | undefined): Promise<void> {
  // Never through a link that took the file's place since it was listed, and never waiting for a FIFO's other end.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stream = handle.createReadStream({ autoClose: false, ...(signal && { signal }) });
    for await (const chunk of stream) hash.update(chunk as Buffer);
  } finally {
    await handle.close();
  }
}
