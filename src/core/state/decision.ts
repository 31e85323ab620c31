/** `decide(state, command) -> events | refusal`: what every command answers. */
import { done, type Result } from '../../kit/result.ts';
import type { Author } from '../access/author.ts';
import type { EventDraft } from './event.ts';

/** What a command may use beside the state and its input. Core has no clock and makes no ids: app hands them in. */
export interface Context {
  readonly author: Author;
  /** Now, RFC 3339 UTC and milliseconds. */
  readonly at: string;
  readonly nowMs: number;
  /** The wall clock: `log-clock.ts` says when it differs. */
  readonly clockMs: number;
  /** A fresh uuidv7. */
  readonly nextId: () => string;
}

export interface Decided<T> {
  /** Empty = nothing to write; the answer stands all the same. */
  readonly events: readonly EventDraft[];
  readonly value: T;
}

export type Decision<T> = Result<Decided<T>>;

export function decided<T>(value: T, ...events: readonly EventDraft[]): Decision<T> {
  return done({ events, value });
}
