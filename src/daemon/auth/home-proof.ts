/**
 * How a program that may read the home proves it to the daemon, and the daemon to it. The secret itself never crosses
 * the wire: each side shows an HMAC over the other's nonce. So a stranger that sits on the daemon's port while it is
 * down learns nothing and is recognised.
 */
import { createHmac } from 'node:crypto';
import { isSameText } from '../../app/secrets.ts';

export interface HomeRequest {
  readonly method: string;
  /** Origin, path and query. */
  readonly target: string;
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string;
  readonly nonce: string;
}

export function homeProof(secret: Uint8Array, request: HomeRequest): string {
  const { method, target, bodyHash, nonce } = request;
  return mac(secret, ['sidekicks-home-v1', method, target, bodyHash, nonce]);
}

/** The daemon's answer to the same nonce. */
export function daemonProof(secret: Uint8Array, nonce: string): string {
  return mac(secret, ['sidekicks-daemon-v1', nonce]);
}

export function isProof(given: string, expected: string): boolean {
  return isSameText(given, expected);
}

function mac(secret: Uint8Array, lines: readonly string[]): string {
  return createHmac('sha256', secret).update(lines.join('\n')).digest('base64url');
}
