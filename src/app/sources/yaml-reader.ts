/**
 * Reads a YAML document into typed data and reports everything that is wrong with it, each with its line. Works on the
 * parsed nodes, never on plain JavaScript: so keys such as `__proto__` are only unknown keys, and aliases (whose
 * expansion can grow without bound) are refused where they stand.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, type YAMLMap } from 'yaml';
import type { SourceProblem } from '../../core/playbook/playbook.ts';
import { LEXEMES, parseBounded } from './bounded-yaml.ts';

/** Collects what is wrong with one file. */
export interface Report {
  /** `node` is what the problem is about; null = the whole document. */
  readonly problem: (node: Node | null, message: string) => void;
  readonly lineOf: (node: Node | null) => number;
}

/** Undefined when the node is not what it should be; the report says why. `name` is its path, `match.rules[0].weight`. */
export type Read<T> = (node: Node | null, name: string, report: Report) => T | undefined;

export interface YamlSource {
  readonly root: Node | null;
  readonly report: Report;
  /** False when the text is not YAML at all: reading on would only report the consequences. */
  readonly readable: boolean;
}

/** `firstLine` is the line of the file on which the text starts, from 1. */
export function openYaml(text: string, file: string, problems: SourceProblem[], firstLine = 1): YamlSource {
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line) + firstLine - 1;
  const lineOf = (node: Node | null) => (node?.range ? lineAt(node.range[0]) : firstLine);
  const report: Report = {
    lineOf,
    problem: (node, message) => problems.push({ file, line: lineOf(node), message }),
  };
  const parsed = parseBounded(text, { lineCounter: lines, schema: 'core' });
  if (parsed.kind === 'too-deep') {
    report.problem(null, 'not readable as YAML: nested too deeply');
    return { root: null, report, readable: false };
  }
  if (parsed.kind === 'too-much') {
    const message = `not read: more than ${LEXEMES} words and signs of YAML; no playbook needs so many`;
    problems.push({ file, line: lineIn(text, parsed.offset) + firstLine - 1, message });
    return { root: null, report, readable: false };
  }
  const { document, repeatedKeys } = parsed;
  const faults = [
    ...[...document.errors, ...document.warnings].map(({ pos, message }) => ({ line: lineAt(pos[0]), message })),
    ...repeatedKeys.map((key) => ({ line: lineOf(key), message: 'Map keys must be unique' })),
  ];
  for (const { line, message } of faults.slice(0, LISTED)) {
    problems.push({ file, line, message: `not valid YAML: ${message}` });
  }
  const next = faults[LISTED];
  if (next)
    problems.push({ file, line: next.line, message: `not valid YAML in ${faults.length - LISTED} more places` });
  return { root: document.contents, report, readable: document.errors.length === 0 };
}

/** Faults of one file that are listed; a reader corrects the first ones and looks again. */
const LISTED = 50;

/** Of a text that was not parsed, so that no counter knows its lines. */
function lineIn(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export interface Field<T> {
  readonly read: Read<T>;
  readonly required: boolean;
}

export function need<T>(read: Read<T>): Field<T> {
  return { read, required: true };
}

export function may<T>(read: Read<T>): Field<T> {
  return { read, required: false };
}

/** One field for each key of T; the optional keys of T must be `may`. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<NonNullable<T[K]>> };

/** A mapping with exactly these keys. */
export function record<T extends object>(fields: Fields<T>): Read<T> {
  return (node, name, report) => {
    const map = asMap(node, name, report);
    return map && readFields(map, fields, name, report);
  };
}

/** A mapping whose `kind` says which other keys it has. */
export function variant<T extends { readonly kind: string }>(
  kinds: {
    readonly [K in T['kind']]: Fields<Omit<Extract<T, { kind: K }>, 'kind'>>;
  },
): Read<T> {
  const known = Object.keys(kinds);
  return (node, name, report) => {
    const map = asMap(node, name, report);
    if (!map) return undefined;
    const kindNode = fieldOf(map, 'kind');
    if (!kindNode) return no(map, `${name} lacks "kind"`, report);
    const kind = oneOf(known)(kindNode, at(name, 'kind'), report);
    if (kind === undefined) return undefined;
    const value = readFields(map, { ...kinds[kind as T['kind']], kind: need(constant(kind)) }, name, report);
    return value as T | undefined;
  };
}

export function listOf<T>(read: Read<T>, limits: { readonly min: number; readonly max: number }): Read<readonly T[]> {
  return (node, name, report) => {
    const items = itemsOf(node, name, report);
    if (!items) return undefined;
    if (items.length < limits.min)
      return no(node, `${name} has ${items.length} entries, at least ${limits.min}`, report);
    if (items.length > limits.max)
      return no(node, `${name} has ${items.length} entries, at most ${limits.max}`, report);
    const values = items.map((item, position) => read(item, `${name}[${position}]`, report));
    return values.every((value) => value !== undefined) ? (values as T[]) : undefined;
  };
}

export function oneOf<const T extends string>(values: readonly T[]): Read<T> {
  return (node, name, report) => {
    const value = scalarOf(node);
    if (values.includes(value as T)) return value as T;
    return no(node, `${name} is ${shown(node)}, not one of ${values.join(', ')}`, report);
  };
}

export function integer(limits: { readonly min: number; readonly max: number }): Read<number> {
  return (node, name, report) => {
    const value = scalarOf(node);
    const fits = Number.isSafeInteger(value) && (value as number) >= limits.min && (value as number) <= limits.max;
    if (fits) return value as number;
    return no(node, `${name} is ${shown(node)}, not a whole number from ${limits.min} to ${limits.max}`, report);
  };
}

export const truth: Read<boolean> = (node, name, report) => {
  const value = scalarOf(node);
  return typeof value === 'boolean' ? value : no(node, `${name} is ${shown(node)}, not true or false`, report);
};

/** One line of text, without blanks around it and without characters that hide or reorder others. */
export function line(limits: { readonly max: number }): Read<string> {
  return (node, name, report) => {
    const value = scalarOf(node);
    if (typeof value !== 'string') return no(node, `${name} is ${shown(node)}, not text (use quotes)`, report);
    const fault = lineFault(value, limits.max);
    return fault === null ? value : no(node, `${name} ${fault}`, report);
  };
}

function lineFault(value: string, max: number): string | null {
  const length = [...value].length;
  if (length === 0) return 'is empty';
  if (length > max) return `has ${length} characters, at most ${max}`;
  if (value.trim() !== value) return 'starts or ends with blanks';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return 'holds a line break or control character (fold it with >-)';
  if (/[\p{Bidi_Control}\p{Cs}\u200B-\u200D\u2060\uFEFF]/u.test(value))
    return 'holds an invisible or reordering character';
  return null;
}

function asMap(node: Node | null, name: string, report: Report): YAMLMap<Node, Node | null> | undefined {
  if (isMap<Node, Node | null>(node)) return node;
  return no(node, `${name} is ${shown(node)}, not a mapping`, report);
}

export function fieldOf(map: YAMLMap<Node, Node | null>, key: string): Node | null | undefined {
  return map.items.find((pair) => scalarOf(pair.key) === key)?.value;
}

/** The plain value of a scalar node; undefined for every other node. */
export function scalarOf(node: Node | null | undefined): unknown {
  return isScalar(node) ? node.value : undefined;
}

function constant<T>(value: T): Read<T> {
  return () => value;
}

function itemsOf(node: Node | null, name: string, report: Report): readonly (Node | null)[] | undefined {
  if (isSeq<Node | null>(node)) return node.items;
  return no(node, `${name} is ${shown(node)}, not a list`, report);
}

function readFields<T extends object>(
  map: YAMLMap<Node, Node | null>,
  fields: Fields<T>,
  name: string,
  report: Report,
): T | undefined {
  const table = fields as unknown as Record<string, Field<unknown>>;
  let whole = !map.items.some((pair) => isUnknown(pair, table, name, report));
  const value: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(table)) {
    const node = fieldOf(map, key);
    if (node === undefined || (node === null && !field.required)) {
      if (!field.required) continue;
      report.problem(map, `${name} lacks "${key}"`);
      whole = false;
      continue;
    }
    const read = field.read(node, at(name, key), report);
    if (read === undefined) whole = false;
    else value[key] = read;
  }
  return whole ? (value as T) : undefined;
}

function isUnknown(
  pair: Pair<Node, Node | null>,
  known: Record<string, unknown>,
  name: string,
  report: Report,
): boolean {
  const key = scalarOf(pair.key);
  if (typeof key === 'string' && Object.hasOwn(known, key)) return false;
  report.problem(pair.key, `unknown key ${shown(pair.key)} in ${name}; known: ${Object.keys(known).join(', ')}`);
  return true;
}

/** The path of a key. A name with a blank in it is the document's own, which no path repeats. */
function at(name: string, key: string): string {
  return name.includes(' ') ? key : `${name}.${key}`;
}

function no(node: Node | null, message: string, report: Report): undefined {
  report.problem(node, message);
  return undefined;
}

const SHOWN = 40;

function shown(node: Node | null): string {
  if (isAlias(node)) return 'an alias (aliases are not allowed)';
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  const value = scalarOf(node);
  if (value === undefined || value === null) return 'empty';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
