/** A person's decision on exactly one revision, with its level. Used once; lapses after seven days. */

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
