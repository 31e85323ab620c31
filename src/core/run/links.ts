/**
 * Symbolic links of the trees before and after a run: under which names what it changed is read. Pure: whoever reads the
 * trees gives the links, and nothing here looks at a disk.
 *
 * A link that a run made, changed or removed puts files behind a name that stand in no list of changes, so such a run is
 * not followed further. All other links are the same in both trees, and following those of one is enough.
 */
import { caseless } from '../../kit/text.ts';

export interface Link {
  /** Relative to the top of the tree; its folders are no links. */
  readonly path: string;
  /** As it is written in the link. */
  readonly target: string;
}

/** What a run changed. */
export interface Changed {
  /** Paths relative to the top of the tree, of whatever kind, a renamed one as both. */
  readonly files: readonly string[];
  /** Of the trees before and after; null = nobody can say. */
  readonly links: { readonly before: readonly Link[]; readonly after: readonly Link[] } | null;
}

export interface Names {
  /**
   * By each name the file that changed: `test/a` of `spec/a` where `test` is a link, and itself. Null = the name is a link
   * that leads out of the tree or in a circle: what is behind it, nobody can say.
   */
  readonly fileBy: ReadonlyMap<string, string | null>;
  /** Where a path leads, to a system that knows case and to one that does not; null = out of the tree, or in a circle. */
  leadsTo(path: string): readonly (string | null)[];
}

/** As Linux, which takes a path through more links for a circle. */
const MOST_LINKS = 40;
/** Beyond the files themselves: links to folders that hold them make very many. */
const MOST_NAMES = 20_000;

/** A text = why nobody can say them. */
export function namesOf({ files, links }: Changed): Names | string {
  if (links === null) return 'The links of its tree could not be read.';
  const { before, after } = links;
  const places = new Set([...before, ...after].map(({ path }) => path));
  const touched = files.find((file) => places.has(file));
  if (touched !== undefined) return `It made, changed or removed the link ${touched}: other files are behind it now.`;
  const leadsTo = follower(after);
  const fileBy = new Map<string, string | null>(files.map((file) => [file, file]));
  const linksTo = new Map<string, string[]>();
  for (const { path } of after) {
    for (const end of leadsTo(path)) {
      if (end === null) fileBy.set(path, null);
      else append(linksTo, end, path);
    }
  }
  const isWhole = linksTo.size === 0 || addNames(fileBy, files, linksTo);
  return isWhole ? { fileBy, leadsTo } : `By links, what it changed has more than ${MOST_NAMES} names.`;
}

/** In place: thousands of links may share one end. */
function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * By both readings, since `Test` may be a link and `test` a folder beside it. Where no case is known, two links that differ
 * by it alone lead nowhere known. Ends are without case.
 */
function follower(links: readonly Link[]): Names['leadsTo'] {
  const exact = new Map(links.map(({ path, target }) => [path, target]));
  const folded = new Map<string, string>();
  for (const { path, target } of links) {
    const key = caseless(path);
    folded.set(key, folded.has(key) ? '/' : caseless(target));
  }
  return (path) => {
    const end = follow(path, exact);
    return [...new Set([end === null ? null : caseless(end), follow(caseless(path), folded)])];
  };
}

/** Step by step, as a system does it: `..` after a link is the folder above what the link leads to. */
function follow(path: string, targets: ReadonlyMap<string, string>): string | null {
  if (path.startsWith('/')) return null;
  const waiting = path.split('/').reverse();
  const at: string[] = [];
  let left = MOST_LINKS;
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (step === '' || step === '.') continue;
    if (step === '..' && at.pop() === undefined) return null;
    if (step === '..') continue;
    at.push(step);
    const target = targets.get(at.join('/'));
    if (target === undefined) continue;
    if (target.startsWith('/') || left-- === 0) return null;
    at.pop();
    waiting.push(...target.split('/').reverse());
  }
  return at.join('/');
}

/**
 * Whether all fit. A name goes through each link once: what lies behind a link twice also lies behind it once, and two
 * links that hold each other would have no end.
 */
function addNames(
  fileBy: Map<string, string | null>,
  files: readonly string[],
  linksTo: ReadonlyMap<string, readonly string[]>,
): boolean {
  const waiting = files.map((file) => ({ name: file, file, through: [] as readonly string[] }));
  for (const { name, file, through } of waiting) {
    const ways = withFolders(name).flatMap((part) =>
      (linksTo.get(caseless(part)) ?? []).map((link) => ({ link, rest: name.slice(part.length) })),
    );
    for (const { link, rest } of ways) {
      const other = rest === '' || rest.startsWith('/') ? `${link}${rest}` : `${link}/${rest}`;
      if (through.includes(link) || fileBy.has(other)) continue;
      if (fileBy.size >= files.length + MOST_NAMES) return false;
      fileBy.set(other, file);
      waiting.push({ name: other, file, through: [...through, link] });
    }
  }
  return true;
}

/** `a/b/c`, `a/b`, `a`, and the top. */
function withFolders(path: string): readonly string[] {
  const steps = path.split('/');
  return steps.map((_, at) => steps.slice(0, steps.length - at).join('/')).concat('');
}
