/** The front matter of one Backlog.md file: every scalar as it is written. */
import { isAlias, LineCounter, visit } from 'yaml';
import { parseBounded } from '../bounded-yaml.ts';

/** How the reader says that something was lost. */
export type Lose = (field: string, message: string) => void;

/** Values of one front matter; all scalars as they are written. */
export type FrontFields = ReadonlyMap<string, string | readonly string[]>;

/** One value as text; '' when it is missing, empty or a list. */
export function one(fields: FrontFields, key: string): string {
  const value = fields.get(key);
  return typeof value === 'string' ? value : '';
}

/** A list, or a single value as a list of one. */
export function many(fields: FrontFields, key: string): readonly string[] {
  const value = fields.get(key) ?? [];
  const list = typeof value === 'string' ? [value] : value;
  return list.filter((entry) => entry !== '');
}

/** The failsafe schema reads every scalar as text: `id: 1e3` and `created_date: 2026-01-01` stay what they are. */
export function readFields(yaml: string, firstLine: number, lose: Lose): FrontFields | null {
  const lineCounter = new LineCounter();
  const parsed = parseBounded(quoteHandles(yaml), { lineCounter, schema: 'failsafe' });
  if (parsed.kind !== 'parsed') {
    lose('', `not read: front matter is broken: ${parsed.kind === 'too-deep' ? 'nested too deeply' : 'far too long'}`);
    return null;
  }
  const { document, repeatedKeys } = parsed;
  const [fault] = document.errors;
  if (fault) {
    const line = lineCounter.linePos(fault.pos[0]).line + firstLine - 1;
    lose('', `not read: front matter is broken at line ${line}: ${fault.message}`);
    return null;
  }
  if (repeatedKeys.length > 0) lose('', 'a key occurs twice in the front matter; the last value counts');
  if (holdsAlias(document.contents)) {
    lose('', 'not read: the front matter uses YAML aliases');
    return null;
  }
  const value: unknown = document.toJS({ mapAsMap: true });
  if (!(value instanceof Map)) {
    lose('', 'not read: the front matter is not a mapping');
    return null;
  }
  return new Map([...value].map(([key, entry]) => [String(key), plainValue(entry)]));
}

/** `assignee: @name` is no YAML, yet early versions of the tool wrote it. */
function quoteHandles(yaml: string): string {
  return yaml.replace(/^([\w-]+:[ \t]+|[ \t]*-[ \t]+)(@[^\s'"#,]+)[ \t]*$/gm, "$1'$2'");
}

function holdsAlias(contents: unknown): boolean {
  let found = false;
  visit(contents as Parameters<typeof visit>[0], (_, node) => {
    found ||= isAlias(node);
  });
  return found;
}

function plainValue(value: unknown): string | readonly string[] {
  if (Array.isArray(value)) return value.map((entry) => scalarText(entry));
  return scalarText(value);
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return flat(value);
  return flat(JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value));
}

/** One line without control characters. */
export function flat(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
