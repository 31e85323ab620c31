/**
 * A repair before it becomes a patch: what it changes, subtask by subtask. Changes are functions, so that several repairs
 * of one field compose. No repair adds, drops or moves a subtask: positions stay.
 */
import type { Candidate, Subtask } from '../candidate.ts';
import type { Raised } from '../checks/check.ts';
import type { Facts } from '../facts.ts';

/** By position. */
export type Changes = ReadonlyMap<number, (subtask: Subtask) => Subtask>;

export interface Draft {
  readonly changes: Changes;
  /** One sentence: what it does. */
  readonly summary: string;
  /** Whether the issue is gone once the changes are made. */
  readonly settles: (raised: Raised) => boolean;
}

/** Answers every repair of its kind; empty when there is nothing to repair. */
export type Mend = (facts: Facts) => readonly Draft[];

/** The same object when nothing changes. */
export function applyDrafts(candidate: Candidate, drafts: readonly Draft[]): Candidate {
  if (drafts.length === 0) return candidate;
  const subtasks = [...candidate.subtasks];
  for (const { changes } of drafts) {
    for (const [position, change] of changes) subtasks[position] = change(subtasks[position] as Subtask);
  }
  return { ...candidate, subtasks };
}
