/**
 * The pairing code of a home without a person: eight characters, two minutes, five tries, one at a time, in the memory
 * of this process and nowhere else.
 *
 * How it travels: the daemon makes it; the process that shows it on its terminal is either the daemon itself (`sidekicks`
 * on a TTY, `sidekicks recover`) or `sidekicks pair`, which asks over loopback with a proof of the home secret. It is
 * never in a file, an argument, the environment, a URL or a log. A unix socket was the other choice: its path may be at
 * most 107 bytes, homes are longer than that, and Windows has none; the proof needs the same file permission.
 */
import { newPairingCode } from '../../app/pairing-codes.ts';
import type { Clock } from '../../app/ports.ts';
import { isSameText } from './secrets.ts';

const LIFE_MS = 120_000;
const TRIES = 5;

export interface OpenCode {
  /** As people type it: `ABCD-EFGH`. */
  readonly code: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

export interface Pairing {
  /** Makes a code; the one before stops working. */
  open(): OpenCode;
  /** True once for the right code. A wrong one costs a try; the fifth closes it. */
  take(code: string): boolean;
  /** Whether a code is shown now. */
  isOpen(): boolean;
}

export function createPairing(clock: Clock): Pairing {
  let current: { readonly code: string; readonly endsAt: number; tries: number } | null = null;

  const isOpen = () => current !== null && clock.now() < current.endsAt && current.tries < TRIES;

  return {
    isOpen,
    open() {
      const code = newPairingCode();
      const endsAt = clock.now() + LIFE_MS;
      current = { code, endsAt, tries: 0 };
      return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt: new Date(endsAt).toISOString() };
    },
    take(code) {
      if (!isOpen() || current === null) return false;
      current.tries += 1;
      if (!isSameText(normalCode(code), current.code)) return false;
      current = null;
      return true;
    },
  };
}

/** Case, spaces and dashes are the typist's own. */
export function normalCode(code: string): string {
  return code.toUpperCase().replace(/[^0-9A-Z]/g, '');
}
