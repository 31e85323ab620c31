/**
 * What lies between two commits, on top of a third. Merged three ways, each line by where it stood in the base: a patch
 * finds its place by the lines around it, and of two places with the same ones it may take the wrong one. Reads and
 * writes objects alone, and asks no attributes: a driver could take one side without a word.
 */
import { join } from 'node:path';
import { withScratch } from '../scratch.ts';
import { bytesOf } from './byte-path.ts';
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
    for (const [path, sides] of await unmerged(at)) {
      const whole = await mergedFile(at, sides);
      if (whole === null) return { tree: null, said: `both changed ${Buffer.from(path, 'latin1').toString('utf8')}.` };
      const entry = Buffer.concat([Buffer.from(`${whole.mode} ${whole.id}\t`), bytesOf(path), Buffer.of(0)]);
      await git(['update-index', '-z', '--index-info'], { ...at, input: entry });
    }
    return { tree: await git(['write-tree'], at) };
  });
}

interface Side {
  readonly mode: string;
  readonly id: string;
}

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
async function mergedFile(at: GitOptions, { 1: base, 2: onto, 3: commit }: Sides): Promise<Side | null> {
  if (!base || !onto || !commit) return null;
  if (![base, onto, commit].every(({ mode }) => mode.startsWith('100'))) return null;
  const mode = onto.mode === base.mode ? commit.mode : onto.mode;
  const file = (id: string) => git(['unpack-file', id], at);
  const ours = await file(onto.id);
  // Into the first of them. Any other answer counts the conflicts, or says that they are no lines.
  const { code } = await askGit(['merge-file', '--quiet', ours, await file(base.id), await file(commit.id)], at);
  if (code !== 0) return null;
  return { mode, id: await git(['hash-object', '-w', '--no-filters', ours], at) };
}
