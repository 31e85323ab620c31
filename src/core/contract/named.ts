import { cut } from '../../kit/text.ts';

/** Somebody's text inside a message of ours: quoted, and no longer than a line. */
export function named(text: string): string {
  return `"${cut(text, 120)}"`;
}
