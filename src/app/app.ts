/** What the daemon holds of app. `open.ts` makes one. */

import type { Key, Token } from '../core/access/access.ts';
import type { Author } from '../core/access/author.ts';
import type { SignedRequest } from '../core/approval/approval.ts';
import type { State } from '../core/state/state.ts';
import type { Result } from '../kit/result.ts';
import type { FeedItem } from '../protocol/views.ts';
import type { PairingCodes } from './pairing-codes.ts';
import type { Store } from './ports.ts';

/** One call, as its credential made it. */
export interface Call {
  readonly author: Author;
  /** The token (agent, visitor, terminal) behind it. */
  readonly token: Token | null;
  /** The key (desk, workspace) behind it, and what it signed. */
  readonly key: Key | null;
  readonly signed: SignedRequest | null;
  /** Ends waiting calls; never undoes what was written. */
  readonly signal: AbortSignal;
}

export interface App {
  readonly workspaceId: string;
  readonly store: Store;
  /** The workspace in memory. Read only. */
  state(): State;
  /** Now in milliseconds, never earlier than the last event: what credentials expire by. */
  now(): number;
  /** When the log ends, if that is more than five minutes ahead of the wall clock; else null. */
  logEndsAhead(): string | null;
  /** The one way in: checks who may, validates, runs the use case, notes the caller. Faults are thrown. */
  run(operation: string, call: Call, input: unknown): Promise<Result<unknown>>;
  /** Items after `afterSeq`, live, in order without a gap, until the signal; `end` when the log must be read anew. */
  feed(afterSeq: number, signal: AbortSignal): AsyncIterable<FeedItem>;
  readonly credentials: Credentials;
  /** Who calls over the worker socket of a conversation now; null = no run of it is on. */
  worker(conversationId: string): Author | null;
  close(): Promise<void>;
}

/** Writes that make or void credentials. They are not operations: no surface lists them. */
export interface Credentials {
  /** The first person of a home; refused `pairing_closed` for ever after. */
  pairFirst(input: {
    readonly name: string;
    readonly publicKey: string;
    readonly label: string;
  }): Promise<Result<{ keyId: string; personId: string }>>;
  /** One more desk browser of a person. */
  pairMore(input: {
    readonly personId: string;
    readonly publicKey: string;
    readonly label: string;
    readonly by: Author;
  }): Promise<Result<{ keyId: string }>>;
  /** A bridge's or the terminal's token by the hash of its secret: finds it, or enrols it. */
  enrolToken(input: {
    readonly kind: Exclude<Token['kind'], 'visitor'>;
    readonly label: string;
    readonly secretHash: string;
    readonly via: Author['via'];
  }): Promise<Result<Token>>;
  /** The daemon shows the first code on a terminal and takes what is typed at `/api/pair`. */
  readonly pairing: PairingCodes;
}
