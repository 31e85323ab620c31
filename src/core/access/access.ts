/** Persons, their keys, and the tokens of everything that is not a person. */
import { isPast } from '../state/log-clock.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly createdAt: string;
  /** Set when a restore brought the name with a backup: it stays for what it did, and may do nothing. */
  readonly leftAt?: string;
}

/** A browser's non-extractable key of one origin (ECDSA P-256). A workspace key can decide nothing. */
export interface Key {
  /** SHA-256 of the SPKI bytes, hex. */
  readonly id: string;
  readonly personId: string;
  readonly origin: 'desk' | 'workspace';
  /** SPKI, base64url. */
  readonly publicKey: string;
  /** Name of the browser, as the person gave it. */
  readonly label: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export interface Token {
  readonly id: string;
  readonly label: string;
  readonly kind: 'agent' | 'visitor' | 'terminal';
  /** SHA-256 of the secret, hex. The secret is shown once and never stored. */
  readonly secretHash: string;
  /** `waiting`: enrolled by a bridge after a person existed; it works once a person allows it at the desk. */
  readonly state: 'active' | 'waiting' | 'revoked';
  readonly createdAt: string;
  readonly createdBy: string;
  /** RFC 3339; null = no end. */
  readonly expiresAt: string | null;
  /** Where the wall clock stood when it was made, if the log was ahead of it then: its end is by that clock. */
  readonly clockAt?: string;
  readonly revokedAt: string | null;
  /** What a person limited. */
  readonly limits: { readonly openProposals: number; readonly readOnly: boolean };
  /** A visitor's browser, once enrolled: the workspace key whose person it belongs to. */
  readonly boundKeyId: string | null;
}

/** Whether its end has come. */
export function isOver(token: Token, now: { readonly nowMs: number; readonly clockMs: number }): boolean {
  const { expiresAt, clockAt } = token;
  return expiresAt !== null && isPast(Date.parse(expiresAt), clockAt === undefined ? null : Date.parse(clockAt), now);
}
