/** Public keys of persons' browsers: ECDSA P-256, SPKI, base64url. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Key } from '../core/access/access.ts';
import { sha256 } from '../kit/json.ts';

/** An uncompressed P-256 point with its header. */
const SPKI_LENGTH = 91;

/** Null when it is not an ECDSA P-256 public key, or not written in the one way that gives it its id. */
export function readPublicKey(publicKey: string): { readonly id: string; readonly key: KeyObject } | null {
  const bytes = Buffer.from(publicKey, 'base64url');
  if (bytes.toString('base64url') !== publicKey) return null;
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    // A compressed point, or bytes after the end, would be the same key under another id.
    const isCanonical = bytes.length === SPKI_LENGTH && key.export({ format: 'der', type: 'spki' }).equals(bytes);
    return isP256 && isCanonical ? { id: sha256(bytes), key } : null;
  } catch {
    return null;
  }
}

/** Entities are replaced, never changed, so a key object belongs to its entity for ever. */
const imported = new WeakMap<Key, KeyObject>();

/** ECDSA P-256 with SHA-256, the signature as 64 bytes (IEEE P1363) in base64url. */
export function isSignedBy(key: Key, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.length !== 64) return false;
  const known = imported.get(key) ?? readPublicKey(key.publicKey)?.key;
  if (!known) return false;
  imported.set(key, known);
  return verify('sha256', Buffer.from(text), { key: known, dsaEncoding: 'ieee-p1363' }, bytes);
}
