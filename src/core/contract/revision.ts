/** Revisions of sets and checks: the hash of their content. */
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { AcceptanceSet, Check } from './contract.ts';

/**
 * The revision that a filled set must carry: SHA-256, 64 lower-case hex digits, of the RFC 8785 form of
 * `{set_id, schema_version, items}`. The set's own `revision` does not count.
 */
export function setRevision({ set_id, schema_version, items }: Omit<AcceptanceSet, 'revision'>): string {
  return sha256(canonicalJson({ set_id, schema_version, items }));
}

/** The name of a filled check's exact content: SHA-256 of its RFC 8785 form, with everything it is mapped to. */
export function checkRevision(check: Check): string {
  return sha256(canonicalJson(check));
}
