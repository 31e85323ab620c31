/**
 * What lies between two commits, on top of a third. Merged three ways, each line by where it stood in the base: a patch
 * finds its place by the lines around it, and of two places with the same ones it may take the wrong one. Reads and
 * writes objects alone, and asks no attributes: a driver could take one side without a word.
 */
import { join } from 'node:path';
import { withScratch } from '../scratch.ts';
import { bytesOf, readable } from './byte-path.ts';
import { askGit, type GitOptions, git, listBytes, quieted } from './run.ts';

/** What lies between two commits. */
export interface Change {
  readonly gitDir: string;
  readonly base: string;
  readonly commit: string;
}

/** Why there is no tree, in words; where git has its own, those. */
type Merged = { readonly tree: string } | { readonly tree: null; readonly said: string };

/** The tree of `onto` with the change. */
export function mergedTree({ gitDir, base, commit }: Change, onto: string): Promise<Merged> {
  return withScratch(async (scratch) => {
    const at = await quieted({ gitDir, index: join(scratch, 'index'), cwd: scratch });
    await git(['read-tree', onto], at);
    const read = await askGit(['read-tree', '-i', '-m', '--aggressive', base, onto, commit], at);
    if (read.code !== 0) return { tree: null, said: read.said };
    const decided = new Map<string, Side>();
    for (const [path, sides] of await unmerged(at)) {
      const side = await mergedSide(at, sides);
      if (side === null) return { tree: null, said: `both changed ${readable(path)}.` };
      decided.set(path, side);
    }
    const clash = await fileWithin(at, decided);
    if (clash !== null) return { tree: null, said: `${readable(clash)} is a file to one and a folder to the other.` };
    await git(['update-index', '-z', '--index-info'], { ...at, input: Buffer.concat([...decided].map(indexEntry)) });
    return { tree: await git(['write-tree'], at) };
  });
}

/** As git writes one; of no mode when the path is to go. */
interface Side {
  readonly mode: string;
  readonly id: string;
}

const removed = '0';

type Stage = '1' | '2' | '3';
/** As git numbers them: 1 base, 2 onto, 3 commit. */
type Sides = Partial<Record<Stage, Side>>;

/** By byte path. */
async function unmerged(at: GitOptions): Promise<ReadonlyMap<string, Sides>> {
  const said = await git(['ls-files', '--unmerged', '-z'], { ...at, maxBytes: listBytes, encoding: 'latin1' });
  const files = new Map<string, Sides>();
  for (const entry of said.split('\0').filter(Boolean)) {
    // `mode id stage`, a tab, the path.
    const tab = entry.indexOf('\t');
    const [mode = '', id = '', stage = ''] = entry.slice(0, tab).split(' ');
    const path = entry.slice(tab + 1);
    files.set(path, { ...files.get(path), [stage as Stage]: { mode, id } });
  }
  return files;
}

/** Null = nobody but a person can merge it: one side removed it, it is no plain file, or the same lines changed. */
async function mergedSide(at: GitOptions, { 1: base, 2: onto, 3: commit }: Sides): Promise<Side | null> {
  const id = (base ?? onto ?? commit)?.id ?? '';
  if (isSame(base, commit)) return onto ?? { mode: removed, id };
  if (isSame(base, onto) || isSame(onto, commit)) return commit ?? { mode: removed, id };
  if (!base || !onto || !commit) return null;
  if (![base, onto, commit].every(({ mode }) => mode.startsWith('100'))) return null;
  const mode = onto.mode === base.mode ? commit.mode : onto.mode;
  const file = (of: Side) => git(['unpack-file', of.id], at);
  const ours = await file(onto);
  // Into the first of them. Any other answer counts the conflicts, or says that they are no lines.
  const { code } = await askGit(['merge-file', '--quiet', ours, await file(base), await file(commit)], at);
  if (code !== 0) return null;
  return { mode, id: await git(['hash-object', '-w', '--no-filters', ours], at) };
}

function isSame(one: Side | undefined, other: Side | undefined): boolean {
  return one?.mode === other?.mode && one?.id === other?.id;
}

/** A file that stands where another path needs a folder: git would take one for the other without a word. */
async function fileWithin(at: GitOptions, decided: ReadonlyMap<string, Side>): Promise<string | null> {
  if (decided.size === 0) return null;
  const said = await git(['ls-files', '-z'], { ...at, maxBytes: listBytes, encoding: 'latin1' });
  const files = new Set(said.split('\0').filter((path) => path !== '' && decided.get(path)?.mode !== removed));
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      if (files.has(file.slice(0, end))) return file.slice(0, end);
    }
  }
  return null;
}

function indexEntry([path, { mode, id }]: [string, Side]): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${id}\t`), bytesOf(path), Buffer.of(0)]);
}
