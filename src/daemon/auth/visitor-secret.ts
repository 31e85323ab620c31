/**
 * The secret of a visitor: 256 random bits and a MAC of this home in this epoch. So a page gets one without anything
 * being stored, and after `recover` or `restore` it gets another one. What it may do is core's, by the hash of it.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isSameText, secretOf } from '../../app/secrets.ts';

const RANDOM_BYTES = 32;
const MAC_BYTES = 16;
const PREFIX = secretOf('visitor', '');
/** 48 bytes are 64 characters. */
const LENGTH = PREFIX.length + ((RANDOM_BYTES + MAC_BYTES) / 3) * 4;

export function visitorSecret(homeSecret: Uint8Array, epoch: string): string {
  return spell(homeSecret, epoch, randomBytes(RANDOM_BYTES));
}

export function isVisitorSecret(homeSecret: Uint8Array, epoch: string, secret: string): boolean {
  if (!secret.startsWith(PREFIX) || secret.length !== LENGTH) return false;
  const random = Buffer.from(secret.slice(PREFIX.length), 'base64url').subarray(0, RANDOM_BYTES);
  // Spelled anew: base64url has several spellings of one value, and each would be another visitor.
  return isSameText(secret, spell(homeSecret, epoch, random));
}

function spell(homeSecret: Uint8Array, epoch: string, random: Buffer): string {
  const text = ['sidekicks-visitor-v1', epoch, random.toString('base64url')].join('\n');
  const mac = createHmac('sha256', homeSecret).update(text).digest().subarray(0, MAC_BYTES);
  return secretOf('visitor', Buffer.concat([random, mac]).toString('base64url'));
}
