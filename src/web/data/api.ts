/** What pages ask the daemon through. A refusal is a value; so is an unreachable daemon (`unreachable`). */
import type { Refusal, Result } from '../../kit/result.ts';
import type { OperationName } from '../../protocol/table.ts';
import type { FeedItem } from '../../protocol/views.ts';
import type { AnswerOf, QuestionOf } from './answers.ts';

export interface Api {
  call<Name extends OperationName>(
    name: Name,
    input: QuestionOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Result<AnswerOf<Name>>>;
  /** Follows the feed and reconnects by itself. Resolves when it cannot go on from where it was. */
  follow(options: FollowOptions): Promise<FollowEnd>;
}

export interface FollowOptions {
  /** The last sequence number that is known. */
  readonly after: number;
  /** The epoch that the number belongs to. */
  readonly epoch: string;
  readonly signal: AbortSignal;
  readonly onItem: (item: FeedItem) => void;
  readonly onConnected: (connected: boolean) => void;
}

export type FollowEnd = { readonly reason: 'resync' } | { readonly reason: 'revoked'; readonly refusal: Refusal };
