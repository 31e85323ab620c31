/**
 * What no schema says: lone surrogates, depth, keys that reach a prototype. Checked before the schema, so that nothing
 * below ever sees them. Problems carry JSON Pointers; every one is listed, 50 at most.
 */
import { pointerToken } from '../kit/pointer.ts';
import type { Problem } from '../kit/result.ts';
import { isWellFormed } from '../kit/text.ts';

const MAX_DEPTH = 64;
export const MAX_PROBLEMS = 50;

/** More values than any tool's largest input has (20 subtasks of 109), and a slice of an import (200 tasks of 770). */
const MAX_VALUES = 20_000;
const MAX_SLICE_VALUES = 200_000;

/** `slice`: of an operation that takes thousands of entries. Everything else that is this large is refused unread. */
export function guardInput(input: unknown, slice: boolean): Problem[] {
  const walk: Walk = { problems: [], left: slice ? MAX_SLICE_VALUES : MAX_VALUES };
  visit(input, '', 0, walk);
  return walk.left < 0 ? [tooMany] : walk.problems;
}

interface Walk {
  readonly problems: Problem[];
  /** Values that may still come. */
  left: number;
}

const tooMany: Problem = {
  code: 'too_many',
  path: '',
  message: 'The input holds more values than any tool takes.',
  fix: 'Send fewer; read the limits in the schema of the tool.',
};

function visit(value: unknown, path: string, depth: number, walk: Walk): void {
  const { problems } = walk;
  walk.left -= 1;
  if (problems.length >= MAX_PROBLEMS || walk.left < 0) return;
  if (typeof value === 'string') {
    if (!isWellFormed(value)) problems.push(loneSurrogate(path));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) {
    const message = `Nested deeper than ${MAX_DEPTH}.`;
    problems.push({ code: 'too_deep', path, message, fix: 'Send a flatter document.' });
    return;
  }
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (walk.left < 0) return;
    visitKey(value, key, { path, depth, walk });
  }
}

function visitKey(value: object, key: string, at: { path: string; depth: number; walk: Walk }): void {
  const { path, depth, walk } = at;
  const inner = `${path}/${pointerToken(key.length > 60 ? key.slice(0, 60) : key)}`;
  if (!isWellFormed(key)) walk.problems.push(loneSurrogate(path));
  if (key === '__proto__') {
    walk.problems.push({ code: 'unknown_property', path: inner, message: 'No such property.', fix: 'Remove it.' });
    return;
  }
  visit((value as Record<string, unknown>)[key], inner, depth + 1, walk);
}

function loneSurrogate(path: string): Problem {
  return {
    code: 'lone_surrogate',
    path,
    message: 'The text holds half of a surrogate pair.',
    fix: 'Send well-formed Unicode.',
  };
}
