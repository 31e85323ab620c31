/** Text that UTF-8 cannot hold has no digest: whoever sends it gets this answer and no other. */

import { pointer } from '../../../kit/pointer.ts';
import { isWellFormed } from '../../../kit/text.ts';
import type { Candidate } from '../candidate.ts';
import { type Raised, WORKSPACE } from './check.ts';

export function checkText(candidate: Candidate): readonly Raised[] {
  // Scans the whole once: the walk below is for the rare candidate that fails.
  if (isWellFormed(everyText(candidate))) return [];
  const paths: string[] = [];
  walk(candidate, [], paths);
  return paths.map((path) => ({
    code: 'bad_text',
    message: `The text at ${path} holds half of a surrogate pair.`,
    raisedBy: WORKSPACE,
    path,
    candidateIds: [],
    key: path,
  }));
}

/** Joined by a line feed, so that no two halves become a pair. */
function everyText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  return Object.values(value).map(everyText).join('\n');
}

function walk(value: unknown, tokens: readonly (string | number)[], paths: string[]): void {
  if (typeof value === 'string') {
    if (!isWellFormed(value)) paths.push(pointer(...tokens));
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) walk(inner, [...tokens, key], paths);
  }
}
