/** What a check answers: issues without ids, each about subtasks of one candidate. */
import { pointer } from '../../../kit/pointer.ts';
import { cut } from '../../../kit/text.ts';
import type { IssueCode } from '../codes.ts';
import type { Facts } from '../facts.ts';

export interface Raised {
  readonly code: IssueCode;
  readonly message: string;
  /** A voter's id, or 'workspace'. */
  readonly raisedBy: string;
  /** JSON Pointer into the candidate. */
  readonly path: string;
  readonly candidateIds: readonly string[];
  /** A playbook's constraint or checklist item; the code itself for our own checks. */
  readonly ruleId?: string;
  /** Tells apart issues of one code about the same subtasks: what is wrong there, whatever its place in the list. */
  readonly key?: string;
}

/** Named in every vote list, for what no playbook asks. */
export const WORKSPACE = 'workspace';

/** RFC 6901 pointer to a subtask or into it. */
export function at(position: number, ...tokens: readonly (string | number)[]): string {
  return pointer('subtasks', position, ...tokens);
}

export function idAt(facts: Facts, position: number): string {
  return facts.candidate.subtasks[position]?.candidateId ?? '';
}

/** Distinct ids of the positions, sorted: the same whatever the order of the subtasks. */
export function idsAt(facts: Facts, positions: readonly number[]): readonly string[] {
  return [...new Set(positions.map((position) => idAt(facts, position)))].sort();
}

const QUOTED = 40;

/** A caller's text within a message: one bounded line, with nothing in it that hides or turns text around. */
export function quote(text: string): string {
  return `"${cut(visible(text), QUOTED)}"`;
}

/** Control, format (bidi, zero-width) and broken characters become U+FFFD. */
export function visible(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '\uFFFD');
}

const NAMED = 3;

/** `"a", "b", "c" and 2 more`. */
export function names(texts: readonly string[]): string {
  const shown = texts.slice(0, NAMED).map(quote);
  const rest = texts.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
