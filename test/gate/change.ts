/** A row of the gate's matrix: one thing that may happen between approval and commit. */
import type { Client } from '../../src/client/client.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { Result } from '../../src/kit/result.ts';
import type { Caller } from '../../src/protocol/operation.ts';
import type { Staged } from '../rigs/people.ts';
import type { Scene } from './scene.ts';

/** An approved plan, and what lies around it. */
export interface Approved extends Staged {
  readonly scene: Scene;
  /** Whoever is tried. */
  readonly by: Client;
  readonly terminal: Client;
  /** Of the agent whose plan it is. */
  readonly author: Client;
  readonly authorTokenId: string;
  readonly parentId: string;
  /** A task that the plan has nothing to do with. */
  readonly otherId: string;
  readonly ownerId: string;
  readonly candidate: Candidate;
  /** Start of the first subtask: a Monday at ten, two months ahead. */
  readonly start: Date;
}

export interface Change {
  readonly what: string;
  /** What the commit then answers: its status, or the code of its refusal. */
  readonly ends: string;
  /** By `call`, which is the row's own operation as whoever is tried. */
  readonly make: (at: Approved, call: Call) => Promise<unknown>;
  /** For callers to whom something else happens. */
  readonly only?: readonly Caller[];
  /** The change itself is refused, and so the commit goes on. */
  readonly refused?: string;
  /** Before the approval. */
  readonly before?: (at: Omit<Approved, 'digest' | 'revision' | 'proposalId'>) => Promise<unknown>;
  /** Puts back what the next case needs. */
  readonly after?: (at: Approved) => Promise<unknown>;
}

export type Call = (input: object) => Promise<Result<unknown>>;
