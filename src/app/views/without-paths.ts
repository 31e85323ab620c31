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
 * An absolute path of either dialect, also of a `file:` URL and after an option's letter (`-I/opt`), not within another URL
 * or a relative path. Then what goes on after a blank with a slash: folders may have blanks in their names.
 */
const paths = new RegExp(
  String.raw`((?:file://|(?<![\p{L}\p{N}_/\\.~%\]-])|(?<=(?:^|\s)-\p{L}))(?:/(?![/\s])|\p{L}:[\\/]|\\\\(?=\p{L}))${rest}+)((?: (?![/\\-])${rest}*?[/\\]${rest}*)*)`,
  'gu',
);

function hidden(text: string, told: readonly string[]): string {
  return text.replace(paths, (_, path: string, more: string) =>
    isTold(path, told) ? `${path}${hidden(more, told)}` : `${AT_THE_DESK}${/[.!?]+$/.exec(path)?.[0] ?? ''}`,
  );
}

function isTold(path: string, told: readonly string[]): boolean {
  const plain = path.replace(/^file:\/\//, '').replace(/[.!?]+$/, '');
  return !/(^|[/\\])\.\.([/\\]|$)/.test(plain) && told.some((folder) => liesIn(folder, plain));
}
