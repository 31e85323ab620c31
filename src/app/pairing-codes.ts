/** Codes with which one more browser pairs as a person: shown at the desk, two minutes, five tries, used once. */
import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '../core/workspace/time.ts';
import type { Clock } from './ports.ts';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const TRIES = 5;
const LIFE_MS = 2 * MINUTE_MS;

export interface PairingCodes {
  /** A new code; an older one of the same person ends. */
  start(personId: string, label: string, keyId: string): { readonly code: string; readonly expiresAt: number };
  /** Whose code it is, once; null when it is wrong, over or tried too often. */
  take(code: string): { readonly personId: string; readonly label: string; readonly keyId: string } | null;
}

interface Open {
  readonly code: string;
  readonly personId: string;
  readonly label: string;
  /** The key that asked: a code does not outlive it. */
  readonly keyId: string;
  readonly expiresAt: number;
  tries: number;
}

export function newPairingCode(): string {
  let code = '';
  for (let at = 0; at < LENGTH; at++) code += ALPHABET[randomInt(ALPHABET.length)];
  return code;
}

export function pairingCodes(clock: Clock): PairingCodes {
  let open: Open[] = [];
  return {
    start(personId, label, keyId) {
      const made: Open = {
        code: newPairingCode(),
        personId,
        label,
        keyId,
        expiresAt: clock.now() + LIFE_MS,
        tries: TRIES,
      };
      open = [...open.filter((one) => one.personId !== personId), made];
      return { code: made.code, expiresAt: made.expiresAt };
    },
    take(code) {
      open = open.filter((one) => one.expiresAt > clock.now() && one.tries > 0);
      const typed = code.trim().toUpperCase();
      const found = open.find((one) => one.code === typed);
      // A wrong guess costs every open code a try: an attacker cannot know whose code it guesses.
      for (const one of open) one.tries -= 1;
      if (!found) return null;
      open = open.filter((one) => one !== found);
      return { personId: found.personId, label: found.label, keyId: found.keyId };
    },
  };
}
