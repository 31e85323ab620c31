/** A person's edit of a candidate. Pure; the candidate that comes in is never changed. */
import type { Candidate, Subtask } from '../../../core/plan/candidate.ts';
import { changesOf, type SubtaskField } from './difference.ts';

export type FieldSet = { readonly [F in SubtaskField]?: Subtask[F] | undefined };

/** Sets fields of one subtask; undefined takes an optional field away, so that it is absent and not null. */
export function setFields(candidate: Candidate, candidateId: string, set: FieldSet): Candidate {
  return {
    ...candidate,
    subtasks: candidate.subtasks.map((subtask) =>
      subtask.candidateId === candidateId ? withFields(subtask, set) : subtask,
    ),
  };
}

export function dependantsOf(candidate: Candidate, candidateId: string): readonly Subtask[] {
  return candidate.subtasks.filter((subtask) => subtask.dependencyCandidateIds.includes(candidateId));
}

/** Takes a subtask out, and the dependencies on it, which would point at nothing. */
export function dropSubtask(candidate: Candidate, candidateId: string): Candidate {
  return {
    ...candidate,
    subtasks: candidate.subtasks
      .filter((subtask) => subtask.candidateId !== candidateId)
      .map((subtask) =>
        subtask.dependencyCandidateIds.includes(candidateId)
          ? {
              ...subtask,
              dependencyCandidateIds: subtask.dependencyCandidateIds.filter((other) => other !== candidateId),
            }
          : subtask,
      ),
  };
}

/** Puts a dropped subtask back where the base has it, with the dependencies on it. */
export function putBack(candidate: Candidate, base: Candidate, candidateId: string): Candidate {
  const present = new Set([...candidate.subtasks.map((subtask) => subtask.candidateId), candidateId]);
  const edited = new Map(candidate.subtasks.map((subtask) => [subtask.candidateId, subtask]));
  const dependants = new Set(dependantsOf(base, candidateId).map((subtask) => subtask.candidateId));
  return {
    ...candidate,
    subtasks: base.subtasks
      .filter((subtask) => present.has(subtask.candidateId))
      .map((original) => {
        const subtask = edited.get(original.candidateId) ?? {
          ...original,
          dependencyCandidateIds: original.dependencyCandidateIds.filter((id) => present.has(id)),
        };
        return dependants.has(subtask.candidateId) && !subtask.dependencyCandidateIds.includes(candidateId)
          ? { ...subtask, dependencyCandidateIds: [...subtask.dependencyCandidateIds, candidateId] }
          : subtask;
      }),
  };
}

export interface Carried {
  readonly candidate: Candidate;
  /** Fields that both sides changed, as `title of "Write the note"`: the person's value was kept. */
  readonly overlaps: readonly { readonly candidateId: string; readonly field: SubtaskField }[];
  /** Both sides changed the rationale: the person's was kept. */
  readonly rationale: boolean;
  /** Subtasks the person edited that the newer revision no longer has. */
  readonly lost: readonly Subtask[];
}

/** Carries an edit that began at `base` onto a revision that arrived meanwhile: what the person typed wins. */
export function carryOver(base: Candidate, edit: Candidate, next: Candidate): Carried {
  const start: Carried = {
    candidate: carryClaims(base, edit, next),
    overlaps: [],
    rationale: [edit, next].every(({ rationale }) => rationale !== base.rationale),
    lost: [],
  };
  return base.subtasks.reduce(
    (carried, original) =>
      carryOne(carried, original, byId(edit, original.candidateId), byId(next, original.candidateId)),
    start,
  );
}

/** What a plan says of itself. Of whom it consulted the newer revision's list is taken, as the person changed theirs. */
function carryClaims(base: Candidate, edit: Candidate, next: Candidate): Candidate {
  const [had, has] = [base.consultedSidekickIds, edit.consultedSidekickIds];
  const kept = next.consultedSidekickIds.filter((id) => has.includes(id) || !had.includes(id));
  const added = has.filter((id) => !had.includes(id) && !kept.includes(id));
  return {
    ...next,
    rationale: edit.rationale === base.rationale ? next.rationale : edit.rationale,
    consultedSidekickIds: [...kept, ...added],
  };
}

function carryOne(
  carried: Carried,
  original: Subtask,
  mine: Subtask | undefined,
  theirs: Subtask | undefined,
): Carried {
  const { candidateId } = original;
  if (!mine) return { ...carried, candidate: dropSubtask(carried.candidate, candidateId) };
  const changes = changesOf(original, mine);
  if (!theirs) return changes.length === 0 ? carried : { ...carried, lost: [...carried.lost, mine] };
  const also = new Set(changesOf(original, theirs).map(({ field }) => field));
  const overlaps = changes.filter(({ field }) => also.has(field)).map(({ field }) => ({ candidateId, field }));
  const set = Object.fromEntries(changes.map(({ field, after }) => [field, after])) as FieldSet;
  return {
    ...carried,
    candidate: setFields(carried.candidate, candidateId, set),
    overlaps: [...carried.overlaps, ...overlaps],
  };
}

function byId(candidate: Candidate, candidateId: string): Subtask | undefined {
  return candidate.subtasks.find((subtask) => subtask.candidateId === candidateId);
}

function withFields(subtask: Subtask, set: FieldSet): Subtask {
  const next: Record<string, unknown> = { ...subtask };
  for (const [field, value] of Object.entries(set)) {
    if (value === undefined) delete next[field];
    else next[field] = value;
  }
  return next as unknown as Subtask;
}
