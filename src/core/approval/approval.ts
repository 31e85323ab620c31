/** A person's decision on exactly one revision, with its level. Used once; lapses after seven days. */

import { DAY_MS } from '../../kit/durations.ts';
import { nonceTime } from '../access/signing.ts';
import { AHEAD_MS, isPast } from '../state/log-clock.ts';

export interface SignedRequest {
  readonly keyId: string;
  readonly method: string;
  readonly target: string;
  readonly bodyHash: string;
  readonly nonce: string;
  readonly epoch: string;
  /** ECDSA P-256 over the request text, base64url (IEEE P1363, 64 bytes). */
  readonly signature: string;
  /** The exact body that was signed, so that `verify` can read the digest out of it. */
  readonly body: string;
}

/** What of the parent the evaluator reads, plus what people saw of it. A difference at commit is `stale_plan`. */
export interface ShownParent {
  readonly title: string;
  readonly description: string;
  readonly priority: string;
  readonly tags: readonly string[];
  readonly due: unknown;
  readonly estimateMinutes: number | null;
  readonly ownerId: string | null;
  readonly dependsOn: readonly string[];
}

export interface Approval {
  readonly id: string;
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
  readonly level: 'attended' | 'passkey';
  readonly personId: string;
  readonly personName: string;
  readonly keyId: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly notes: string;
  /** Who edited the revision at the desk; null = it is the agent's own. The record names both. */
  readonly editedBy: string | null;
  readonly parent: ShownParent;
  /** Playbook id -> hash of the version that was shown. */
  readonly playbooks: { readonly [id: string]: string };
  readonly signed: SignedRequest;
  readonly usedAt: string | null;
  readonly voidedAt: string | null;
}

/** An approval lapses after seven days. */
const APPROVAL_MS = 7 * DAY_MS;
/** A nonce is good for two minutes, so that much of the difference is no clock's. */
const NONCE_MS = 120_000;

/**
 * Where the wall clock stood when it was given, if the log was ahead of it; else null. The nonce says it: it was made by
 * this computer's clock, and the person's key signed it.
 */
function clockAt({ at, signed }: Pick<Approval, 'at' | 'signed'>): number | null {
  const asked = nonceTime(signed.nonce);
  return asked !== null && Date.parse(at) - asked > AHEAD_MS + NONCE_MS ? asked : null;
}

/** When it lapses: seven days of the log after it was given, or of the wall clock where the log was ahead. */
export function lapsesAt(approval: Pick<Approval, 'at' | 'signed'>): number {
  return (clockAt(approval) ?? Date.parse(approval.at)) + APPROVAL_MS;
}

/** By the second, not by the minute that plans are judged at: seven days are no minute longer. */
export function hasLapsed(approval: Approval, now: { readonly at: string; readonly clockMs: number }): boolean {
  const nowMs = Date.parse(now.at);
  return isPast(Date.parse(approval.expiresAt), clockAt(approval), { nowMs, clockMs: now.clockMs });
}
