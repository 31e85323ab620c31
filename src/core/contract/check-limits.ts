/** The lengths of the given schema, counted in code points, and text that UTF-8 can hold: for contracts from anywhere. */
import { pointer } from '../../kit/pointer.ts';
import type { Problem } from '../../kit/result.ts';
import { isWellFormed } from '../../kit/text.ts';
import { type Shape, shapeOf, solid } from './shape.ts';

type Path = readonly (string | number)[];

export function checkLimits(shape: Shape, value: unknown): readonly Problem[] {
  return limitsAt(shape, value, []);
}

/** True when the text has more code points than `most`. */
export function isLonger(text: string, most: number): boolean {
  // A code point takes one or two units, so most texts need no counting.
  return text.length > most && [...text].length > most;
}

function limitsAt(shape: Shape, value: unknown, path: Path): readonly Problem[] {
  const known = solid(shape);
  if (typeof value === 'string') return textLimits(known, value, path);
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, place) => limitsAt(known.items ?? {}, item, [...path, place]));
    const most = known.maxItems ?? Number.POSITIVE_INFINITY;
    return value.length > most ? [tooMany(most, path), ...inner] : inner;
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...textLimits(known.propertyNames ?? {}, key, path),
    ...limitsAt(shapeOf(known, key) ?? {}, item, [...path, key]),
  ]);
}

function textLimits({ maxLength = Number.POSITIVE_INFINITY }: Shape, text: string, path: Path): readonly Problem[] {
  const at = pointer(...path);
  if (!isWellFormed(text)) {
    const message = 'The text holds a lone surrogate, which no UTF-8 holds.';
    return [{ code: 'bad_text', path: at, message, fix: 'Send well-formed Unicode.' }];
  }
  if (!isLonger(text, maxLength)) return [];
  const message = `The text has more than ${maxLength} characters.`;
  return [{ code: 'too_long', path: at, message, fix: `Use at most ${maxLength} characters.` }];
}

function tooMany(most: number, path: Path): Problem {
  const message = `The list has more than ${most} items.`;
  return { code: 'too_many', path: pointer(...path), message, fix: `Send at most ${most} items.` };
}
