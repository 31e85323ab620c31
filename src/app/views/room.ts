/**
 * No answer of a tool reaches 20,000 characters of JSON, whatever the texts in it are. Each part of an answer says the
 * least and the most that it takes: every one gets its least, and what is left is shared evenly. So short parts are
 * whole and long ones give way alike, and what gave way is named.
 *
 * An object keeps all its keys, so only objects with the keys of a shape are parts. A map of anybody's keys is not.
 */
import type { Refusal } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { cutJson, fitting } from './brief.ts';
import { pageOf } from './text-page.ts';

const LIMIT = 20_000;
const ANSWER = LIMIT - 200;
/** For the names of what gave way. */
const NOTES = 1000;
/** Whole, whatever gives way: an id, an instant, a SHA-256. */
const SHORT = 70;

/** Where something gave way, as a JSON Pointer; of a list that lost entries, how many are shown of how many. */
export interface Cut {
  readonly at: string;
  readonly shown?: number;
  readonly of?: number;
}

export interface Part {
  /** Characters of JSON. */
  readonly least: number;
  readonly full: number;
  /** Its value in so many characters of JSON, which are its least or more. */
  readonly within: (room: number, note: (cut: Cut) => void) => unknown;
}

/** The answer with what gave way beside it. Its values are parts, or plain JSON. */
export function inRoom<T extends object>(
  answer: T,
): { readonly [Key in keyof T]: unknown } & {
  readonly cut: readonly Cut[];
} {
  const part = partOf(answer);
  const cuts: Cut[] = [];
  const room = part.full <= ANSWER ? ANSWER : ANSWER - NOTES;
  const value = part.within(room, (cut) => cuts.push(cut)) as { readonly [Key in keyof T]: unknown };
  return { ...value, cut: fitting(cuts, NOTES) };
}

/** Of a refusal's problems the first; its data, which its maker keeps short, stays. */
export function refusalInRoom(refusal: Refusal): Refusal {
  if (sizeOf(refusal) < LIMIT) return refusal;
  const { message, next, problems = [] } = refusal;
  const short = problems.map((one) => ({
    code: one.code,
    path: cutJson(one.path, 400),
    message: cutJson(one.message, 800),
    fix: cutJson(one.fix, 800),
  }));
  const head = { ...refusal, message: cutJson(message, 1500), next: cutJson(next, 1500), problems: [] };
  const shown = fitting(short, ANSWER - sizeOf(head) - 100);
  const words = shown.length < problems.length ? ` Listed: ${counted(shown.length, 'problem')}.` : '';
  return { ...head, message: `${head.message}${words}`, problems: shown };
}

function partOf(value: unknown): Part {
  if (isPart(value)) return value;
  if (typeof value === 'string') return textPart(value);
  if (Array.isArray(value)) return listPart(value);
  if (typeof value === 'object' && value !== null) return objectPart(value);
  return fixedPart(value);
}

function isPart(value: unknown): value is Part {
  return typeof (value as Partial<Part> | null)?.within === 'function';
}

/** Whole or not at all. */
function fixedPart(value: unknown): Part {
  const size = sizeOf(value);
  return { least: size, full: size, within: () => value };
}

function textPart(text: string): Part {
  const full = sizeOf(text);
  const within: Part['within'] = (room, note) => {
    if (full <= room) return text;
    note({ at: '' });
    return `${pageOf(text, 0, { characters: room - 1, points: room }).text}\u2026`;
  };
  return { least: Math.min(full, SHORT), full, within };
}

interface ListOptions {
  /** Of these entries so many exist; the others were left out before. */
  readonly of?: number;
  /** Room in which entries give way rather than go. Default: none. */
  readonly least?: number;
}

/** The last entries go where not even the least of all has room. */
export function listPart(values: readonly unknown[], { of = values.length, least = 0 }: ListOptions = {}): Part {
  const parts = values.map(partOf);
  const full = '[]'.length + sum(parts.map((part) => part.full + 1));
  const within: Part['within'] = (room, note) => {
    const kept = beginning(parts, room - '[]'.length);
    let isCut = false;
    const given = shares(kept, room - '[]'.length - kept.length);
    const shown = kept.map((part, at) =>
      part.within(given[at] ?? 0, () => {
        isCut = true;
      }),
    );
    if (shown.length < of) note({ at: '', shown: shown.length, of });
    else if (isCut) note({ at: '' });
    return shown;
  };
  const leastOfAll = '[]'.length + sum(parts.map((part) => part.least + 1));
  return { least: Math.max('[]'.length, Math.min(leastOfAll, least)), full, within };
}

function beginning(parts: readonly Part[], room: number): readonly Part[] {
  let left = room;
  const end = parts.findIndex(({ least }) => {
    left -= least + 1;
    return left < 0;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

function objectPart(value: object): Part {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const parts = entries.map(([, one]) => partOf(one));
  const frame = '{}'.length + sum(entries.map(([key]) => sizeOf(key) + ':,'.length));
  const within: Part['within'] = (room, note) => {
    const given = shares(parts, room - frame);
    const shown = entries.map(([key], at) => {
      const noted = (cut: Cut) => note({ ...cut, at: `/${key}${cut.at}` });
      return [key, parts[at]?.within(given[at] ?? 0, noted)];
    });
    return Object.fromEntries(shown);
  };
  return {
    least: frame + sum(parts.map(({ least }) => least)),
    full: frame + sum(parts.map(({ full }) => full)),
    within,
  };
}

/** To each its least, then evenly what is left: whoever wants little is asked first, and leaves more to the others. */
function shares(parts: readonly Part[], room: number): readonly number[] {
  const given = parts.map(({ least }) => least);
  let left = Math.max(0, room - sum(given));
  const wants = parts.map(({ least, full }, at) => ({ at, want: full - least })).sort((a, b) => a.want - b.want);
  for (const [asked, { at, want }] of wants.entries()) {
    const more = Math.min(want, Math.floor(left / (wants.length - asked)));
    given[at] = (given[at] ?? 0) + more;
    left -= more;
  }
  return given;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
