/** Secrets of tokens: how they look, how they are derived, and the one form in which they are kept. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Token } from '../../core/access/access.ts';
import { sha256 } from '../../kit/json.ts';

/** 256 random bits. The prefix lets a person, a log filter and a secret scanner recognise one. */
export function randomSecret(kind: Token['kind']): string {
  return `sk_${kind}_${randomBytes(32).toString('base64url')}`;
}

/** What the store keeps of a secret. */
export function secretHash(secret: string): string {
  return sha256(secret);
}

/**
 * The secret of a bridge or of the terminal: the same one for the same label, so that it is written nowhere. A new home
 * secret (recover) makes other ones.
 */
export function derivedSecret(homeSecret: Uint8Array, parts: DerivedParts): string {
  const text = ['sidekicks-token-v1', parts.workspaceId, parts.kind, parts.label].join('\n');
  return `sk_${parts.kind}_${createHmac('sha256', homeSecret).update(text).digest('base64url')}`;
}

interface DerivedParts {
  readonly workspaceId: string;
  readonly kind: 'agent' | 'terminal';
  readonly label: string;
}

export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(sha256(one)), Buffer.from(sha256(other))];
  return timingSafeEqual(a, b);
}
