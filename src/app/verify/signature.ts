/** ECDSA P-256 with SHA-256, 64 bytes (IEEE P1363), as browsers make it. */
import { createPublicKey, verify } from 'node:crypto';
import type { Key } from '../../core/access/access.ts';
import { signingText } from '../../core/access/signing.ts';
import type { SignedRequest } from '../../core/approval/approval.ts';
import { sha256 } from '../../kit/json.ts';

/** What is wrong with a signed request, or null. */
export function faultOfSignature(key: Key, signed: SignedRequest): string | null {
  const spki = Buffer.from(key.publicKey, 'base64url');
  if (sha256(spki) !== key.id) return 'the public key is not the one that its id names';
  if (sha256(signed.body) !== signed.bodyHash) return 'the body is not the one that was signed';
  const signature = Buffer.from(signed.signature, 'base64url');
  try {
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const text = Buffer.from(signingText(signed));
    const isP256 = publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    if (isP256 && verify('sha256', text, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)) return null;
  } catch {
    // A key or a signature that cannot even be read.
  }
  return 'the signature is not of this request by this key';
}
