/** What a run stood on, against what is asked: the bytes and the environment. Three answers, for unknown is neither. */
import type { Environment, Scope } from '../contract/contract.ts';

export type Bytes = 'same' | 'other' | 'unknown';

/** Digests of different kinds say nothing about each other. */
export function compareBytes(one: Scope | null, other: Scope | null): Bytes {
  if (one === null || other === null || one.kind !== other.kind) return 'unknown';
  return one.digest === other.digest ? 'same' : 'other';
}

/** True when two of them name different bytes of one kind. */
export function inConflict(scopes: readonly (Scope | null)[]): boolean {
  const named = new Map<string, string>();
  return scopes.some((scope) => {
    if (!scope) return false;
    const earlier = named.get(scope.kind) ?? scope.digest;
    named.set(scope.kind, earlier);
    return earlier !== scope.digest;
  });
}

export type Place = 'owed' | 'elsewhere' | 'unknown';

/** `owed`: every name that the obligation gives was recorded with exactly its value. What else was recorded is no matter. */
export function comparePlace(owed: Environment, recorded: Environment | null): Place {
  const known = recorded ?? {};
  const asked = Object.keys(owed);
  if (asked.some((name) => Object.hasOwn(known, name) && known[name] !== owed[name])) return 'elsewhere';
  return asked.every((name) => Object.hasOwn(known, name)) ? 'owed' : 'unknown';
}
