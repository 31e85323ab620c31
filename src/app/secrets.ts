/** Secrets of tokens: how they look, and the one form in which they are kept. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Token } from '../core/access/access.ts';
import { sha256 } from '../kit/json.ts';

/** The prefix lets a person, a log filter and a secret scanner recognise one. `text` is base64url. */
export function secretOf(kind: Token['kind'], text: string): string {
  return `sk_${kind}_${text}`;
}

/** 256 random bits. */
export function randomSecret(kind: Token['kind']): string {
  return secretOf(kind, randomBytes(32).toString('base64url'));
}

/** What the store keeps of a secret. */
export function secretHash(secret: string): string {
  return sha256(secret);
}

export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(sha256(one)), Buffer.from(sha256(other))];
  return timingSafeEqual(a, b);
}
