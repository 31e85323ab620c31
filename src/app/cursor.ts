/** Cursors of paged answers: opaque to callers, bound to what they page over. A bad one is refused, never an empty page. */
import type { Refusal } from '../kit/result.ts';

export const badCursor: Refusal = {
  code: 'bad_cursor',
  message: 'The cursor is not one that this tool gave for this question.',
  next: 'Start again without a cursor.',
};

/** `scope` names the question (its filters); `at` is where the next page starts. */
export function makeCursor(scope: string, at: readonly number[]): string {
  return Buffer.from(JSON.stringify([scope, ...at])).toString('base64url');
}

/** The positions of a cursor of the same scope; null when it is not one. */
export function readCursor(scope: string, cursor: string, count: number): number[] | null {
  try {
    const [given, ...at] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const valid =
      given === scope && at.length === count && at.every((n) => Number.isSafeInteger(n) && (n as number) >= 0);
    return valid ? (at as number[]) : null;
  } catch {
    return null;
  }
}
