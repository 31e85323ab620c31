/** A unified diff as files, hunks and lines. It reads text that an agent's commit made: nothing of it is trusted or run. */

export interface DiffFile {
  /** The path after the change; the one before it when the file is gone. */
  readonly path: string;
  readonly before: string | null;
  readonly change: 'added' | 'removed' | 'renamed' | 'changed' | 'mode';
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  /** What stands before the first hunk and is no path: modes, similarity. */
  readonly notes: readonly string[];
}

export interface Hunk {
  /** The line that begins with `@@`. */
  readonly head: string;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'note';
  readonly text: string;
  /** Line numbers before and after; null where the line is not. */
  readonly old: number | null;
  readonly new: number | null;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

interface OpenFile {
  path: string;
  before: string | null;
  change: DiffFile['change'];
  binary: boolean;
  hunks: OpenHunk[];
  notes: string[];
}

interface OpenHunk {
  head: string;
  lines: DiffLine[];
  old: number;
  new: number;
  oldLeft: number;
  newLeft: number;
}

/** What the daemon writes below a diff that it cut. No line of a file can pass for it: those begin with a sign of their own. */
const CUT = /\n# The diff is cut here, at 4 MiB\. [^\n]*\((\d+)\):\n((?:# [^\n]*\n)*)$/;

export interface Diff {
  readonly text: string;
  /** Files that are not in it; `names` are the first of them. Null = it was not cut, or its end was not read yet. */
  readonly unseen: { readonly total: number; readonly names: readonly string[] } | null;
}

/** Apart, what is there and what is not: the note would stand in the last file, which may be closed. */
export function withoutNote(text: string): Diff {
  const found = CUT.exec(text);
  if (!found) return { text, unseen: null };
  const names = (found[2] ?? '').split('\n').map((line) => line.slice(2));
  return {
    text: text.slice(0, found.index),
    unseen: { total: Number(found[1]), names: names.filter((name) => name !== '') },
  };
}

/** Never throws: what is not understood is kept as a note of the file it stands in. A cut diff gives what was there. */
export function parseDiff(text: string): readonly DiffFile[] {
  const files: OpenFile[] = [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const file = files.at(-1);
    const hunk = file?.hunks.at(-1);
    if (hunk && (hunk.oldLeft > 0 || hunk.newLeft > 0 || line.startsWith('\\'))) takeLine(hunk, line);
    else if (line.startsWith('diff --git ')) files.push(begin(line));
    else if (line.startsWith('@@')) openHunk(file ?? fileWithoutHead(files), line);
    else takeHead(file ?? fileWithoutHead(files), line);
  }
  return files.map(closed);
}

function fileWithoutHead(files: OpenFile[]): OpenFile {
  const file = { path: '', before: null, change: 'changed', binary: false, hunks: [], notes: [] } satisfies OpenFile;
  files.push(file);
  return file;
}

/** `diff --git a/x b/x`: the same path twice, unless it is a rename, which names both on lines of their own. */
function begin(line: string): OpenFile {
  const rest = line.slice('diff --git '.length);
  const quoted = /"b\/((?:[^"\\]|\\.)*)"$/.exec(rest);
  const half = rest.slice(Math.ceil(rest.length / 2));
  const path = quoted ? unquoted(`"${quoted[1]}"`) : half.startsWith('b/') ? half.slice(2) : rest;
  return { path, before: null, change: 'changed', binary: false, hunks: [], notes: [] };
}

function takeHead(file: OpenFile, line: string): void {
  const found = heads.find(([start]) => line.startsWith(start));
  if (found) found[1](file, line.slice(found[0].length));
  else if (line.trim() !== '' && !file.binary) noteHead(file, line);
}

const heads: readonly (readonly [string, (file: OpenFile, rest: string) => void])[] = [
  ['--- ', takeBefore],
  ['+++ ', takeAfter],
  ['index ', (file, rest) => noteKind(file, rest.split(' ')[1])],
  ['new file mode ', (file, mode) => noteKind(set(file, { change: 'added' }), mode)],
  ['deleted file mode', (file) => set(file, { change: 'removed' })],
  ['rename from ', (file, rest) => set(file, { change: 'renamed', before: unquoted(rest) })],
  ['rename to ', (file, rest) => set(file, { path: unquoted(rest) })],
  ['Binary files ', (file) => set(file, { binary: true })],
  ['GIT binary patch', (file) => set(file, { binary: true })],
];

function set(file: OpenFile, fields: Partial<OpenFile>): OpenFile {
  return Object.assign(file, fields);
}

/** What its lines do not show: a link looks like a file of one line. */
const kinds: { readonly [mode: string]: string } = {
  '100755': 'It may be run.',
  '120000': 'A symbolic link: its line is where it leads.',
  '160000': 'A submodule: its line is the commit.',
};

function noteKind(file: OpenFile, mode = ''): void {
  const kind = kinds[mode];
  if (kind !== undefined && !file.notes.includes(kind)) file.notes.push(kind);
}

function takeBefore(file: OpenFile, rest: string): void {
  file.before = pathOf(rest);
  if (file.before === null) file.change = 'added';
}

function takeAfter(file: OpenFile, rest: string): void {
  const path = pathOf(rest);
  if (path === null) file.change = 'removed';
  file.path = path ?? file.before ?? file.path;
}

function noteHead(file: OpenFile, line: string): void {
  if (line.startsWith('new mode') && file.change === 'changed') file.change = 'mode';
  file.notes.push(line);
}

function openHunk(file: OpenFile, line: string): void {
  const found = HUNK.exec(line);
  if (!found) {
    file.notes.push(line);
    return;
  }
  const [, old, oldCount = '1', next, newCount = '1'] = found;
  file.hunks.push({
    head: line,
    lines: [],
    old: Number(old),
    new: Number(next),
    oldLeft: Number(oldCount),
    newLeft: Number(newCount),
  });
  if (file.change === 'mode') file.change = 'changed';
}

function takeLine(hunk: OpenHunk, line: string): void {
  const text = line.slice(1);
  if (line.startsWith('+')) {
    hunk.lines.push({ kind: 'added', text, old: null, new: hunk.new++ });
    hunk.newLeft -= 1;
  } else if (line.startsWith('-')) {
    hunk.lines.push({ kind: 'removed', text, old: hunk.old++, new: null });
    hunk.oldLeft -= 1;
  } else if (line.startsWith('\\')) {
    hunk.lines.push({ kind: 'note', text: text.trim(), old: null, new: null });
  } else {
    // Some tools drop the blank of an empty line.
    hunk.lines.push({ kind: 'same', text, old: hunk.old++, new: hunk.new++ });
    hunk.oldLeft -= 1;
    hunk.newLeft -= 1;
  }
}

function pathOf(text: string): string | null {
  const bare = unquoted(text.replace(/\t.*$/, ''));
  return bare === '/dev/null' ? null : bare.replace(/^[ab]\//, '');
}

const escapes: { readonly [sign: string]: number } = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11 };

/** Git writes unusual paths in C's quotes, bytes of UTF-8 as octal. */
function unquoted(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [, octal, sign, plain] of text.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (sign !== undefined) bytes.push(escapes[sign] ?? sign.charCodeAt(0));
    else bytes.push(...encoder.encode(plain));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function closed({ path, before, change, binary, hunks, notes }: OpenFile): DiffFile {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const moved = change === 'changed' && before !== null && before !== path ? 'renamed' : change;
  return {
    path: path || 'a file without a name',
    before,
    change: moved,
    binary,
    hunks: hunks.map((hunk) => ({ head: hunk.head, lines: hunk.lines })),
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
    notes,
  };
}
