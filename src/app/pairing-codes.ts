/**
 * Codes with which a browser pairs: eight characters, two minutes, five tries, used once, in the memory of this process
 * and nowhere else.
 *
 * How the first one travels: the process that shows it on its terminal is either the daemon itself (`sidekicks` on a TTY,
 * `sidekicks recover`) or `sidekicks pair`, which asks over loopback with a proof of the home secret. It is never in a
 * file, an argument, the environment, a URL or a log. A unix socket was the other choice: its path may be at most 107
 * bytes, homes are longer than that, and Windows has none; the proof needs the same file permission.
 */
import { randomInt } from 'node:crypto';
import { formatInstant, MINUTE_MS } from '../core/workspace/time.ts';
import type { Clock } from './ports.ts';
import { isSameText } from './secrets.ts';

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;
const TRIES = 5;
const LIFE_MS = 2 * MINUTE_MS;

/** Whose browser the code pairs. */
export type Pairs =
  /** The first person of a home. */
  | { readonly who: 'first' }
  /** One more browser of a person. `keyId` asked for it: the code does not outlive that key. */
  | { readonly who: 'person'; readonly personId: string; readonly label: string; readonly keyId: string };

export interface OpenCode {
  /** As people type it: `ABCD-EFGH`. */
  readonly code: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export interface PairingCodes {
  /** A new code; the one before, of the same person or of the first, stops working. */
  open(pairs: Pairs): OpenCode;
  /** Whom it pairs, once; null when it is wrong, over or tried too often. A wrong guess costs every open code a try. */
  take(code: string): Pairs | null;
  /** Whether a code for the first person is shown now. */
  isFirstOpen(): boolean;
}

interface Open {
  readonly code: string;
  readonly pairs: Pairs;
  readonly endsAt: number;
  tries: number;
}

export function pairingCodes(clock: Clock): PairingCodes {
  let codes: Open[] = [];
  const isOpen = ({ endsAt, tries }: Open) => clock.now() < endsAt && tries < TRIES;
  return {
    open(pairs) {
      const made: Open = { code: randomCode(), pairs, endsAt: clock.now() + LIFE_MS, tries: 0 };
      codes = [...codes.filter((one) => isOpen(one) && ownerOf(one.pairs) !== ownerOf(pairs)), made];
      const code = `${made.code.slice(0, LENGTH / 2)}-${made.code.slice(LENGTH / 2)}`;
      return { code, expiresAt: formatInstant(made.endsAt) };
    },
    take(code) {
      codes = codes.filter(isOpen);
      const typed = normalCode(code);
      const found = codes.find((one) => isSameText(typed, one.code));
      // An attacker cannot know whose code it guesses.
      for (const one of codes) one.tries += 1;
      codes = codes.filter((one) => one !== found);
      return found?.pairs ?? null;
    },
    isFirstOpen: () => codes.some((one) => one.pairs.who === 'first' && isOpen(one)),
  };
}

function ownerOf(pairs: Pairs): string {
  return pairs.who === 'first' ? '' : pairs.personId;
}

function randomCode(): string {
  let code = '';
  for (let at = 0; at < LENGTH; at++) code += ALPHABET[randomInt(ALPHABET.length)];
  return code;
}

/** Case, spaces and dashes are the typist's own. */
function normalCode(code: string): string {
  return code.toUpperCase().replace(/[^0-9A-Z]/g, '');
}
