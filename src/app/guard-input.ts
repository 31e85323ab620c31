/**
 * What no schema says: lone surrogates, depth, keys that reach a prototype. Checked before the schema, so that nothing
 * below ever sees them. Problems carry JSON Pointers; every one is listed, 50 at most.
 */
import { pointerToken } from '../kit/pointer.ts';
import type { Problem } from '../kit/result.ts';
import { isWellFormed } from '../kit/text.ts';

const MAX_DEPTH = 64;
export const MAX_PROBLEMS = 50;

export function guardInput(input: unknown): Problem[] {
  const problems: Problem[] = [];
  visit(input, '', 0, problems);
  return problems;
}

function visit(value: unknown, path: string, depth: number, problems: Problem[]): void {
  if (problems.length >= MAX_PROBLEMS) return;
  if (typeof value === 'string') {
    if (!isWellFormed(value)) problems.push(loneSurrogate(path));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) {
    problems.push({
      code: 'too_deep',
      path,
      message: `Nested deeper than ${MAX_DEPTH}.`,
      fix: 'Send a flatter document.',
    });
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = `${path}/${pointerToken(key)}`;
    if (!isWellFormed(key)) problems.push(loneSurrogate(path));
    if (key === '__proto__') {
      problems.push({ code: 'unknown_property', path: innerPath, message: 'No such property.', fix: 'Remove it.' });
      continue;
    }
    visit(inner, innerPath, depth + 1, problems);
  }
}

function loneSurrogate(path: string): Problem {
  return {
    code: 'lone_surrogate',
    path,
    message: 'The text holds half of a surrogate pair.',
    fix: 'Send well-formed Unicode.',
  };
}
