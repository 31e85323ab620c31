/**
 * Fills what was left out and drops what the schema does not know, at every level. A left-out list is empty, a left-out
 * object is filled from nothing, everything else takes the default that the schema gives.
 */
import { pointer } from '../../kit/pointer.ts';
import { type Shape, shapeOf, solid } from './shape.ts';

export interface Filled<T> {
  readonly value: T;
  /** JSON Pointers of the dropped keys, in the order they were given. */
  readonly ignored: readonly string[];
}

type Path = readonly (string | number)[];

/** `given` must already fit the shape's schema. */
export function fill(shape: Shape, given: unknown): Filled<unknown> {
  const ignored: string[] = [];
  return { value: fillAt(shape, given, [], ignored), ignored };
}

function fillAt(shape: Shape, given: unknown, path: Path, ignored: string[]): unknown {
  if (given === null) return null;
  const known = solid(shape);
  if (Array.isArray(given)) {
    return known.items
      ? given.map((item, place) => fillAt(known.items as Shape, item, [...path, place], ignored))
      : given;
  }
  if (typeof given !== 'object') return given;
  return fillObject(known, given, path, ignored);
}

function fillObject(shape: Shape, given: object, path: Path, ignored: string[]): unknown {
  // Object.fromEntries defines keys: an environment may be named `__proto__`, which an assignment would lose.
  const kept = Object.entries(given).flatMap(([key, value]) => {
    const inner = shapeOf(shape, key);
    if (inner) return [[key, fillAt(inner, value, [...path, key], ignored)] as const];
    ignored.push(pointer(...path, key));
    return [];
  });
  const missing = Object.entries(shape.properties ?? {}).filter(([key]) => !Object.hasOwn(given, key));
  const filled = missing.flatMap(([key, inner]) => {
    const value = leftOut(inner);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries([...kept, ...filled]);
}

/** What a left-out key means; undefined for one that is required. */
function leftOut(shape: Shape): unknown {
  if (shape.default !== undefined) return shape.default;
  if (shape.type === 'array') return [];
  return shape.type === 'object' ? fillObject(shape, {}, [], []) : undefined;
}
