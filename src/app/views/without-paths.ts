/**
 * What an agent reads of this computer. It knows the folders that a person gave the workspace; where programs, caches, homes
 * and worktrees lie is told to persons alone. An error of the system, of git or of a program may name any of them.
 */
import { liesIn } from '../../core/run/find-run.ts';
import type { State } from '../../core/state/state.ts';

export const AT_THE_DESK = '<path shown at the desk>';

/** The same in every jail. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/proc', '/dev'];

/** `own`: folders that the reader named itself. */
export function withoutPaths<T>(state: State, value: T, own: readonly string[] = []): T {
  const roots = [...state.tables.root.values()].filter((root) => root.removedAt === null);
  const given = roots.flatMap(({ path, repository }) => [
    path,
    ...(typeof repository === 'string' ? [repository] : []),
  ]);
  return inside(value, [...system, ...given, ...own]) as T;
}

function inside(value: unknown, told: readonly string[]): unknown {
  if (typeof value === 'string') return hidden(value, told);
  if (Array.isArray(value)) return value.map((one) => inside(one, told));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one, told)]));
}

const rest = '[^\\s\'"`:,;|&<>()\\[\\]{}]';
/**
 * An absolute path of either dialect, also of a `file:` URL and after an option's letter (`-I/opt`), not within another URL,
 * a relative path or a tag. One name alone (`/help`) is no place of anybody's.
 */
const path = new RegExp(
  String.raw`(?:file://|(?<![\p{L}\p{N}_/\\.~%\]]|[\p{L}\p{N}_]-)|(?<=(?:^|\s)-\p{L}))(?:(?:(?<!\p{L}:)/)?/(?![/\s])${rest}+/|\p{L}:[\\/]|\\\\(?=\p{L}))${rest}+`,
  'gu',
);
/** What goes on with a slash after a blank or a mark: folders may have them in their names. */
const more = new RegExp(String.raw`(?:(?:[:'[]|,? ?)(?![/\\\s-])${rest}+?[/\\]${rest}*)+`, 'yu');
/** What is asked of a server is none of this computer. */
const asked = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) $/;

function hidden(text: string, told: readonly string[]): string {
  let shown = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(path)) {
    if (index < end) continue;
    const plain = withoutStops(found);
    if (isTold(plain, told) || asked.test(text.slice(Math.max(0, index - 8), index))) continue;
    shown += text.slice(end, index) + AT_THE_DESK;
    more.lastIndex = index + found.length;
    const tail = more.exec(text)?.[0] ?? '';
    end = index + (tail === '' ? plain.length : found.length + withoutStops(tail).length);
  }
  return shown + text.slice(end);
}

/** Of a sentence that ends with a path. */
function withoutStops(words: string): string {
  let end = words.length;
  while (end > 0 && '.!?'.includes(words[end - 1] ?? '')) end -= 1;
  return words.slice(0, end);
}

function isTold(place: string, told: readonly string[]): boolean {
  const plain = place.replace(/^file:\/\//, '');
  return !/(^|[/\\])\.\.([/\\]|$)/.test(plain) && told.some((folder) => liesIn(folder, plain));
}
