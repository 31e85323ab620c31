/** How a broken rule names the subtasks it is about. */
import { cut, isBlank } from '../../../kit/text.ts';
import type { Subtask } from '../../plan/candidate.ts';
import type { RuleFailure } from '../rule-subject.ts';

const NAMED = 3;
const QUOTED = 40;

/** Distinct ids in the candidate's order: candidate ids may repeat. */
export function fail(message: string, subtasks: readonly Subtask[]): RuleFailure {
  return { message, candidateIds: [...new Set(subtasks.map((subtask) => subtask.candidateId))] };
}

/** `"Buy paint", "Paint" and 2 more`: by title, for the ids are in the failure. They are the caller's and may be long. */
export function named(subtasks: readonly Subtask[]): string {
  const shown = subtasks
    .slice(0, NAMED)
    .map(({ candidateId, title }) => `"${cut(isBlank(title) ? candidateId : title, QUOTED)}"`);
  const rest = subtasks.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** `1 subtask`, `3 subtasks`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** "at least 2 and at most 5", "at most 5", "at most 2 h". */
export function bounds(
  limits: { readonly min?: number; readonly max?: number },
  said: (value: number) => string = String,
): string {
  const parts: string[] = [];
  if (limits.min !== undefined) parts.push(`at least ${said(limits.min)}`);
  if (limits.max !== undefined) parts.push(`at most ${said(limits.max)}`);
  return parts.join(' and ');
}

export function within(value: number, limits: { readonly min?: number; readonly max?: number }): boolean {
  return value >= (limits.min ?? Number.NEGATIVE_INFINITY) && value <= (limits.max ?? Number.POSITIVE_INFINITY);
}
