/**
 * Single-use nonces for signed requests, two minutes each. A nonce carries its own time and a MAC of this process, so
 * that giving one out stores nothing (nobody can push the nonces of others out of a table by asking for many). Only a
 * nonce that came with a valid signature is remembered as used, until it would be too old anyway.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../app/ports.ts';
import { NONCE_PARTS } from '../../core/access/signing.ts';

const LIFE_MS = 120_000;
/** About 800 signed requests a second for two minutes; more are refused rather than forgotten. */
const MAX_USED = 100_000;
const { time: TIME_BYTES, random: RANDOM_BYTES, mac: MAC_BYTES } = NONCE_PARTS;

export interface Nonces {
  issue(count: number): readonly string[];
  /** True when it is ours, young enough and unused. */
  isFresh(nonce: string): boolean;
  /** Marks it as used. False when it was not fresh any more. */
  use(nonce: string): boolean;
}

export function createNonces(clock: Clock): Nonces {
  const secret = randomBytes(32);
  /** Nonce -> the time it was issued. In order of use, so that the front is about the oldest. */
  const used = new Map<string, number>();

  const mac = (body: Buffer) => createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES);

  const issueOne = () => {
    const body = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
    body.writeUIntBE(clock.now(), 0, TIME_BYTES);
    randomBytes(RANDOM_BYTES).copy(body, TIME_BYTES);
    return Buffer.concat([body, mac(body)]).toString('base64url');
  };

  /** Null when it is not ours. */
  const issuedAt = (nonce: string): number | null => {
    const bytes = Buffer.from(nonce, 'base64url');
    // Base64url has several spellings of one value; only ours counts, or one nonce could be used twice.
    if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES || bytes.toString('base64url') !== nonce) return null;
    const body = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
    return timingSafeEqual(bytes.subarray(body.length), mac(body)) ? body.readUIntBE(0, TIME_BYTES) : null;
  };

  const isFresh = (nonce: string): boolean => {
    const at = issuedAt(nonce);
    if (at === null || used.has(nonce)) return false;
    const age = clock.now() - at;
    // A clock set back makes nonces from the future: they would live too long.
    return age <= LIFE_MS && age >= -LIFE_MS;
  };

  const forgetOld = () => {
    for (const [nonce, at] of used) {
      if (clock.now() - at <= LIFE_MS) break;
      used.delete(nonce);
    }
  };

  return {
    issue: (count) => Array.from({ length: count }, issueOne),
    isFresh,
    use(nonce) {
      if (!isFresh(nonce)) return false;
      forgetOld();
      if (used.size >= MAX_USED) return false;
      used.set(nonce, issuedAt(nonce) ?? clock.now());
      return true;
    },
  };
}
