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

/** Bytes of a nonce: its time, what makes it single, and the MAC of the daemon that made it. */
export const NONCE_PARTS = { time: 6, random: 12, mac: 16 } as const;

/** When a nonce was made, by the daemon's wall clock, in milliseconds; null for what has not the shape of one. */
export function nonceTime(nonce: string): number | null {
  if (!/^[\w-]{46}$/.test(nonce)) return null;
  let ms = 0;
  // Eight characters of base64url are the six bytes.
  for (const char of nonce.slice(0, 8)) ms = ms * 64 + BASE64URL.indexOf(char);
  return ms;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function signingText(parts: SignedParts): string {
  return ['sidekicks-request-v1', parts.method, parts.target, parts.bodyHash, parts.nonce, parts.epoch].join('\n');
}
