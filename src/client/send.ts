/** One request with the client's credential on it. */
import type { Result } from '../kit/result.ts';

export interface Exchange {
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A response whose status is good, or the refusal. */
export type Send = (exchange: Exchange) => Promise<Result<Response>>;
