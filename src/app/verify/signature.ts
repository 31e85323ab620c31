/** Whether an approval's signed request is what its key signed. */
import type { Key } from '../../core/access/access.ts';
import { signingText } from '../../core/access/signing.ts';
import type { SignedRequest } from '../../core/approval/approval.ts';
import { sha256 } from '../../kit/json.ts';
import { isSignedBy, readPublicKey } from '../public-key.ts';

/** What is wrong with a signed request, or null. */
export function faultOfSignature(key: Key, signed: SignedRequest): string | null {
  if (readPublicKey(key.publicKey)?.id !== key.id) return 'the public key is not the one that its id names';
  if (sha256(signed.body) !== signed.bodyHash) return 'the body is not the one that was signed';
  if (isSignedBy(key, signingText(signed), signed.signature)) return null;
  return 'the signature is not of this request by this key';
}
