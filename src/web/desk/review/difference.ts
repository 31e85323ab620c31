/** What differs between two candidates, field by field. Pure; the order of the later one, removed subtasks last. */
import type { Candidate, Subtask } from '../../../core/plan/candidate.ts';

/** Everything of a subtask but its handle, in the order in which the document shows it. */
export const subtaskFields = [
  'title',
  'description',
  'status',
  'priority',
  'tags',
  'estimatedDurationMinutes',
  'plannedStart',
  'dueAt',
  'dependencyCandidateIds',
  'assignedSidekickIds',
  'checklistCoverageIds',
  'recommendationType',
] as const satisfies readonly (keyof Subtask)[];

export type SubtaskField = (typeof subtaskFields)[number];
export type FieldValue = Subtask[SubtaskField];

export interface FieldChange {
  readonly field: SubtaskField;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

export interface SubtaskDifference {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly candidateId: string;
  readonly title: string;
  /** Empty for added and removed ones: the document shows an added one in full, `removed` holds the other. */
  readonly changes: readonly FieldChange[];
  readonly removed: Subtask | null;
}

export interface Difference {
  readonly rationale: { readonly before: string; readonly after: string } | null;
  readonly consulted: { readonly before: readonly string[]; readonly after: readonly string[] } | null;
  /** The same subtasks in another order. */
  readonly reordered: boolean;
  readonly subtasks: readonly SubtaskDifference[];
}

export function differenceOf(before: Candidate, after: Candidate): Difference {
  const earlier = new Map(before.subtasks.map((subtask) => [subtask.candidateId, subtask]));
  const later = new Set(after.subtasks.map((subtask) => subtask.candidateId));
  const kept = before.subtasks.filter(({ candidateId }) => later.has(candidateId)).map(idOf);
  const stayed = after.subtasks.filter(({ candidateId }) => earlier.has(candidateId)).map(idOf);
  return {
    rationale: before.rationale === after.rationale ? null : { before: before.rationale, after: after.rationale },
    consulted: sameSet(before.consultedSidekickIds, after.consultedSidekickIds)
      ? null
      : { before: before.consultedSidekickIds, after: after.consultedSidekickIds },
    reordered: kept.join('\n') !== stayed.join('\n'),
    subtasks: [
      ...after.subtasks.flatMap((subtask) => compared(earlier.get(subtask.candidateId), subtask)),
      ...before.subtasks.filter(({ candidateId }) => !later.has(candidateId)).map(removal),
    ],
  };
}

export function isEmpty(difference: Difference): boolean {
  const { rationale, consulted, reordered, subtasks } = difference;
  return rationale === null && consulted === null && !reordered && subtasks.length === 0;
}

export function changesOf(before: Subtask, after: Subtask): readonly FieldChange[] {
  return subtaskFields
    .filter((field) => !sameValue(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

function compared(before: Subtask | undefined, after: Subtask): readonly SubtaskDifference[] {
  const { candidateId, title } = after;
  if (!before) return [{ kind: 'added', candidateId, title, changes: [], removed: null }];
  const changes = changesOf(before, after);
  return changes.length === 0 ? [] : [{ kind: 'changed', candidateId, title, changes, removed: null }];
}

function removal(subtask: Subtask): SubtaskDifference {
  return { kind: 'removed', candidateId: subtask.candidateId, title: subtask.title, changes: [], removed: subtask };
}

function idOf(subtask: Subtask): string {
  return subtask.candidateId;
}

/** Lists of ids and tags are sets: their order means nothing. */
function sameValue(one: FieldValue, other: FieldValue): boolean {
  if (typeof one === 'object' && typeof other === 'object') return sameSet(one, other);
  return one === other;
}

export function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
