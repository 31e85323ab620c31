/** What a person typed during a review and did not send yet. The server keeps it; it never decides anything. */
import type { Candidate } from '../../../core/plan/candidate.ts';
import type { ReviewDraft } from '../../../protocol/views.ts';

/** The key of words about the whole plan; a subtask's handle is never empty. */
export const wholePlan = '';

export interface Draft {
  /** The revision that the person has read: an edit and a decision are about this one. */
  readonly revision: number;
  /** The words that go with a decision. */
  readonly notes: string;
  readonly comments: { readonly [candidateId: string]: string };
  readonly edit: Candidate | null;
}

export function blankDraft(revision: number): Draft {
  return { revision, notes: '', comments: {}, edit: null };
}

export function isBlank(draft: Draft): boolean {
  return draft.notes === '' && draft.edit === null && unsentComments(draft).length === 0;
}

/** Only what holds words; blanks are not a comment. */
export function unsentComments(draft: Draft): readonly { readonly candidateId: string; readonly text: string }[] {
  return Object.entries(draft.comments)
    .filter(([, text]) => text.trim() !== '')
    .map(([candidateId, text]) => ({ candidateId, text }));
}

/** A handle may be `constructor`: only what was typed counts, not what every object inherits. */
export function commentOf(draft: Draft, candidateId: string): string {
  return Object.hasOwn(draft.comments, candidateId) ? (draft.comments[candidateId] ?? '') : '';
}

export function withComment(draft: Draft, candidateId: string, text: string): Draft {
  const { [candidateId]: _, ...others } = draft.comments;
  return { ...draft, comments: text === '' ? others : { ...others, [candidateId]: text } };
}

/** An empty body removes what was kept. */
export function toStored(draft: Draft): ReviewDraft | Record<string, never> {
  if (isBlank(draft)) return {};
  return {
    revision: draft.revision,
    ...(draft.notes === '' ? {} : { notes: draft.notes }),
    ...(Object.keys(draft.comments).length === 0 ? {} : { comments: draft.comments }),
    ...(draft.edit ? { edit: draft.edit } : {}),
  };
}

/** Reads a stored body with care: an older page may have written it, so what does not fit is left out. */
export function fromStored(body: unknown, newest: number): Draft {
  if (!isRecord(body)) return blankDraft(newest);
  const { revision, notes, comments, edit } = body;
  const known = Number.isInteger(revision) && Number(revision) >= 1 && Number(revision) <= newest;
  return {
    revision: known ? Number(revision) : newest,
    notes: typeof notes === 'string' ? notes : '',
    comments: isRecord(comments)
      ? Object.fromEntries(
          Object.entries(comments).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
        )
      : {},
    edit: isRecord(edit) && Array.isArray(edit.subtasks) ? (edit as unknown as Candidate) : null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
