/**
 * Refusals are values, faults are thrown. A refusal is an expected "no" with a stable code (protocol/codes.ts lists
 * them all), a message for people and what to do next. It looks the same on every surface.
 */

/** One thing that is wrong with an input. `path` is an RFC 6901 JSON Pointer into the input ('' = the whole). */
export interface Problem {
  readonly code: string;
  readonly path: string;
  readonly message: string;
  /** What to do about it, as an instruction. */
  readonly fix: string;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** What to do next, as an instruction. */
  readonly next: string;
  readonly problems?: readonly Problem[];
  /** Facts that belong to the code (for example the evaluation that made a plan invalid). JSON. */
  readonly data?: unknown;
}

/**
 * With a problem when it lists none, so that every refusal says where: `path` is what it is about ('' = the whole input).
 */
export function placed(refusal: Refusal, path = ''): Refusal {
  if (refusal.problems?.length) return refusal;
  const { code, message, next } = refusal;
  return { ...refusal, problems: [{ code, path, message, fix: next }] };
}

/** Its problems, without one that `placed` made of the refusal itself: people would read it twice. */
export function ownProblems({ code, message, problems = [] }: Refusal): readonly Problem[] {
  return problems.filter((problem) => problem.code !== code || problem.message !== message);
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
