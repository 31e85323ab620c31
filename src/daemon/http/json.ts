/**
 * JSON from outside. `JSON.parse` alone keeps the last of two equal keys, takes any depth and lets lone surrogates
 * through; what a person approves must be what was sent, so all three are refused here with their place.
 * `__proto__` stays an ordinary own key (that is what JSON.parse makes of it); the schemas refuse it by name.
 */
import { pointer } from '../../kit/pointer.ts';
import { done, type Problem, type Result } from '../../kit/result.ts';
import { cut, isWellFormed } from '../../kit/text.ts';
import { refused } from '../refusals.ts';

/** The deepest plan of the given schemas has 4 levels; drafts of the pages have fewer than 20. */
export const MAX_DEPTH = 64;

type Path = readonly (string | number)[];

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses the bytes of a body. Every refusal names the place. */
export function parseJson(bytes: Uint8Array): Result<unknown> {
  const parsed = parseStructure(bytes);
  if (!parsed.ok) return parsed;
  const { value, hasEscapes } = parsed.value;
  // Decoded UTF-8 holds no lone surrogate, so one can only come from an escape.
  const surrogates = hasEscapes ? loneSurrogates(value) : [];
  return surrogates.length > 0 ? refused('invalid_input', { problems: surrogates }) : done(value);
}

/**
 * The same without a look into the texts, for a message whose parts somebody else checks and answers. The MCP SDK copies
 * message, params and arguments key by key, which loses a `__proto__` without a word: there it is refused here.
 */
export function parseMessage(bytes: Uint8Array): Result<unknown> {
  const parsed = parseStructure(bytes);
  if (!parsed.ok) return parsed;
  const { value, lost } = parsed.value;
  return lost.length > 0 ? refused('invalid_input', { problems: lost }) : done(value);
}

interface Parsed {
  readonly value: unknown;
  readonly hasEscapes: boolean;
  readonly lost: readonly Problem[];
}

function parseStructure(bytes: Uint8Array): Result<Parsed> {
  const text = textOf(bytes);
  if (text === null) return refused('invalid_json', notUtf8);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const words = error instanceof Error ? error.message : 'not JSON';
    return refused('invalid_json', { problems: [problem('not_json', [], words, 'Send one JSON value in UTF-8.')] });
  }
  const scan = scanText(text);
  if (scan.tooDeep) return refused('invalid_input', { problems: [scan.tooDeep] });
  if (scan.repeated.length > 0) return refused('invalid_json', { problems: scan.repeated });
  return done({ value, hasEscapes: text.includes('\\u'), lost: scan.lost });
}

/** Null where bytes would become others without a word. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

interface Level {
  /** Null for an array. */
  readonly keys: Set<string> | null;
  token: string | number;
}

interface Scan {
  readonly levels: Level[];
  readonly repeated: Problem[];
  /** `__proto__` in the outermost levels. */
  readonly lost: Problem[];
  tooDeep?: Problem;
}

/** Message, params, arguments. */
const COPIED_LEVELS = 3;

/** One walk over text that JSON.parse has accepted, so that only structure needs watching. */
function scanText(text: string): Scan {
  const scan: Scan = { levels: [], repeated: [], lost: [] };
  for (let at = 0; at < text.length && !scan.tooDeep; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = scanString(scan, text, at);
    else if (character === OPEN_OBJECT || character === OPEN_ARRAY) open(scan, character === OPEN_OBJECT);
    else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) scan.levels.pop();
    else if (character === COMMA) nextItem(scan);
  }
  return scan;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

function open(scan: Scan, isObject: boolean): void {
  scan.levels.push({ keys: isObject ? new Set() : null, token: isObject ? '' : 0 });
  if (scan.levels.length > MAX_DEPTH) scan.tooDeep = tooDeep(pathOf(scan.levels.slice(0, -1)));
}

function nextItem(scan: Scan): void {
  const level = scan.levels.at(-1);
  if (typeof level?.token === 'number') level.token += 1;
}

/** Answers the place of the closing quote. */
function scanString(scan: Scan, text: string, start: number): number {
  let end = start + 1;
  let isEscaped = false;
  for (; text.charCodeAt(end) !== QUOTE; end++) {
    if (text.charCodeAt(end) !== BACKSLASH) continue;
    isEscaped = true;
    end++;
  }
  const level = scan.levels.at(-1);
  if (level?.keys && isFollowedByColon(text, end)) {
    const key = isEscaped ? (JSON.parse(text.slice(start, end + 1)) as string) : text.slice(start + 1, end);
    level.token = key;
    if (level.keys.has(key) && scan.repeated.length < MAX_PROBLEMS)
      scan.repeated.push(repeatedKey(pathOf(scan.levels)));
    level.keys.add(key);
    const isLost = key === '__proto__' && messageLevel(scan) <= COPIED_LEVELS;
    if (isLost && scan.lost.length < MAX_PROBLEMS) scan.lost.push(noSuchProperty(pathOf(scan.levels)));
  }
  return end;
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === COLON;
}

/** In a batch the messages are one level further down. */
function messageLevel({ levels }: Scan): number {
  return levels[0]?.keys === null ? levels.length - 1 : levels.length;
}

function pathOf(levels: readonly Level[]): Path {
  return levels.map(({ token }) => token);
}

function loneSurrogates(value: unknown): Problem[] {
  const found: Problem[] = [];
  visitStrings(value, [], (path) => {
    if (found.length < MAX_PROBLEMS) found.push(loneSurrogate(path));
  });
  return found;
}

function visitStrings(value: unknown, path: Path, report: (path: Path) => void): void {
  if (typeof value === 'string') {
    if (!isWellFormed(value)) report(path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitStrings(item, [...path, index], report);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (!isWellFormed(key)) report(path);
      visitStrings(item, [...path, key], report);
    }
  }
}

function repeatedKey(path: Path): Problem {
  return problem('repeated_key', path, 'The object repeats this key.', 'Send each key once.');
}

function noSuchProperty(path: Path): Problem {
  return problem('unknown_property', path, 'No such property.', 'Remove it.');
}

function tooDeep(path: Path): Problem {
  return problem('too_deep', path, `More than ${MAX_DEPTH} levels of nesting.`, 'Send flatter JSON.');
}

function loneSurrogate(path: Path): Problem {
  const fix = 'Send well-formed Unicode text.';
  return problem('lone_surrogate', path, 'The text holds half of a surrogate pair.', fix);
}

const notUtf8 = {
  message: 'The text is not UTF-8.',
  next: 'Send it in UTF-8.',
  problems: [
    { code: 'not_utf8', path: '', message: 'Some bytes are not UTF-8.', fix: 'Send one JSON value in UTF-8.' },
  ],
};

/** A hostile body must not come back in full: 50 problems, 40 tokens of a path, 60 characters of a token. */
const MAX_PROBLEMS = 50;

function problem(code: string, path: Path, message: string, fix: string): Problem {
  return {
    code,
    path: pointer(...path.slice(0, 40).map((token) => (typeof token === 'string' ? cut(token, 60) : token))),
    message,
    fix,
  };
}
