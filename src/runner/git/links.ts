/** The symbolic links of a tree, as they are written. Reads objects alone, so that nothing is followed. */
import type { Changed, Link } from '../../core/run/links.ts';
import { askGit, type GitOptions, git, listBytes } from './run.ts';

/** What a link may hold on Linux, 10,000 times. More is no list of links. */
const targetBytes = 40 * 1024 * 1024;

const link = '120000 ';

interface Place {
  readonly at: GitOptions;
  /** The id of a tree or commit. */
  readonly tree: string;
}

/** Null = they cannot be read, or are too many. */
export async function linksOfBoth(before: Place, after: Place): Promise<Changed['links']> {
  try {
    return { before: await linksOf(before), after: await linksOf(after) };
  } catch {
    return null;
  }
}

async function linksOf({ at, tree }: Place): Promise<readonly Link[]> {
  const listed = await git(['ls-tree', '-r', '-z', '--full-tree', tree], { ...at, maxBytes: listBytes });
  // `mode kind id`, a tab, the path.
  const entries = listed.split('\0').filter((entry) => entry.startsWith(link));
  if (entries.length === 0) return [];
  const found = entries.map((entry) => ({
    path: entry.slice(entry.indexOf('\t') + 1),
    id: entry.slice(0, entry.indexOf('\t')).split(' ')[2] ?? '',
  }));
  const texts = await textsOf(at, [...new Set(found.map(({ id }) => id))]);
  return found.map(({ path, id }) => ({ path, target: texts.get(id) ?? '/' }));
}

/** Blobs by their id; `cat-file --batch` says `id kind bytes`, a line end, the bytes, a line end. */
async function textsOf(at: GitOptions, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const input = ids.map((id) => `${id}\n`).join('');
  const { code, said, stdout, cut } = await askGit(['cat-file', '--batch'], { ...at, input, maxBytes: targetBytes });
  if (code !== 0 || cut) throw new Error(`the links could not be read: ${said || 'they hold too much'}`);
  const texts = new Map<string, string>();
  for (let from = 0; from < stdout.length; ) {
    const end = stdout.indexOf('\n', from);
    const [id = '', kind, bytes] = stdout.toString('utf8', from, end).split(' ');
    if (kind !== 'blob') throw new Error(`the link ${id} is not there`);
    const begin = end + 1;
    texts.set(id, stdout.toString('utf8', begin, begin + Number(bytes)));
    from = begin + Number(bytes) + 1;
  }
  return texts;
}
