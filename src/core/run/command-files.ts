/**
 * Files that a command names: `sh test.sh`, `node scripts/check`, `python -m tools.check`. A run that changed one of them
 * changed its own judge. Folders are not among them: a person declares those as test paths.
 *
 * Read generously, not as a shell reads it: a name that turns out to mean something else costs a person a look.
 */

import { caseless } from '../../kit/text.ts';

/** Commands that only look at the files they name: there the file is what is judged. */
const LOOKS = new Set(['test', '[', 'grep']);
/** Quoted text, what ends a word, plain text. */
const PARTS = /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\|\||&&|[;&|()<>`\n]|\$\(|[ \t]+|[^\\'";&|()<>`\s$]+|[\s\S]/g;
const ENDS = /^(?:\|\||&&|[;&|()<>`\n]|\$\(|[ \t]+)$/;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|sh|bash|php|pl|lua)$/;

/**
 * The first of the files that it names; they are relative to the repository's top. `lost`: links to where nobody can look,
 * of which anything behind them is named too.
 */
export function fileNamedBy(
  command: string,
  files: readonly string[],
  lost: readonly string[] = [],
): string | undefined {
  const heard = caseless(command).replace(/\d*>+\s*(?:\/dev\/null\b|&\d)/g, ' ');
  const names = [...new Set(simpleCommands(heard).flatMap(namedBy))];
  const found = files.find((file) => names.some((name) => matches(caseless(file), name)));
  const above = lost.length > 0 ? names.flatMap(foldersOf) : [];
  return found ?? lost.find((link) => above.some((name) => matches(caseless(link), name)));
}

interface Simple {
  readonly words: readonly string[];
  /** What it prints is read by another command. */
  readonly piped: boolean;
}

/** A command in its simple ones, each in its words without quotes. */
function simpleCommands(command: string): readonly Simple[] {
  const found: { words: string[]; piped: boolean }[] = [{ words: [], piped: false }];
  let word: string | null = null;
  const last = () => found.at(-1) as (typeof found)[number];
  for (const part of [...(command.match(PARTS) ?? []), ';']) {
    const ends = ENDS.test(part);
    if (!ends) word = (word ?? '') + unquoted(part);
    else if (word !== null) {
      last().words.push(word);
      word = null;
    }
    if (part === '>') last().piped = true;
    if (ends && !/^[ \t<>]/.test(part)) {
      last().piped ||= ['|', '`', ')'].includes(part);
      found.push({ words: [], piped: false });
    }
  }
  return found;
}

function unquoted(part: string): string {
  if (/^['"]/.test(part) && part.length > 1) return part.slice(1, -1);
  return part.replace(/^\\/, '');
}

function namedBy({ words, piped }: Simple): readonly string[] {
  const given = words[0] === '!' ? words.slice(1) : words;
  const [program = ''] = given;
  const takesList = given.some((word) => /^(?:-[a-z]*f|--file|--exclude-from)/.test(word));
  const runsMore = given.some((word) => /\$\(|`/.test(word));
  if (LOOKS.has(program) && !piped && !runsMore && !(program === 'grep' && takesList)) return [];
  return given.flatMap((word, at) => {
    const before = given[at - 1] ?? '';
    // `sh -c "sh test.sh"`, "$(sh test.sh)": a command within the command.
    const isCommand = /^-[a-z]*c$/.test(before) || (at > 0 && program === 'eval') || /\$\(|`/.test(word);
    return [...(isCommand ? simpleCommands(word).flatMap(namedBy) : []), ...asNames(word, before)];
  });
}

/** `--config=a.json`, `-fa.mk`, `@a.txt`, `A=b.sh`: the name within the word. */
function asNames(word: string, before: string): readonly string[] {
  const parts = [word, ...word.split(/[=,:]/), word.replace(/^-[a-z]/, ''), word.replace(/^@/, '')];
  const module = before === '-m' && /^[\w.]+$/.test(word) ? [word.replaceAll('.', '/')] : [];
  return [...parts, ...module].map(plain).filter((name) => /[a-z0-9]/.test(name));
}

/** Without steps: which folder it is relative to, nobody need know. */
function plain(name: string): string {
  const steps: string[] = [];
  for (const step of name.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** `a`, `a/b` of `a/b/c`. */
function foldersOf(name: string): readonly string[] {
  const steps = name.split('/');
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('/'));
}

function matches(file: string, name: string): boolean {
  // Beyond a few stars a pattern takes too long to try: taken as a match.
  if (/[*?[]/.test(name)) return (name.match(/\*+/g) ?? []).length > 4 || globbed(name).test(file);
  const bare = file.replace(CODE, '');
  const ways = bare === file ? [file] : [file, bare, bare.replace(/\/(?:index|__main__)$/, '')];
  return ways.some((way) => way === name || way.endsWith(`/${name}`) || name.endsWith(`/${way}`));
}

function globbed(name: string): RegExp {
  const source = name.replace(/\*+|\?|\[[^\]]*\]|[^\w/-]/g, (part) =>
    part.startsWith('*') ? '.*' : part === '?' ? '.' : part.length > 1 ? '.' : `\\${part}`,
  );
  return new RegExp(`^(?:.*/)?${source}$`);
}
