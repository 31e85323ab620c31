/**
 * What a person's key signs: ECDSA P-256 with SHA-256 over this text. One function for the browser, the daemon and
 * `verify`, so that they cannot differ.
 */
export interface SignedParts {
  readonly method: string;
  /** The full target: origin, path and query. */
  readonly target: string;
  /** SHA-256 of the body bytes, hex. */
  readonly bodyHash: string;
  /** Single use, from an earlier answer. */
  readonly nonce: string;
  /** The workspace's epoch: recover and restore make a new one. */
  readonly epoch: string;
}

export function signingText(parts: SignedParts): string {
  return ['sidekicks-request-v1', parts.method, parts.target, parts.bodyHash, parts.nonce, parts.epoch].join('\n');
}
