/**
 * What a client shows to the daemon. Runs in browsers and in Node: only WebCrypto. A person's private key is never
 * extractable, so it can be used here and by nobody who reads the storage.
 */
import { signingText } from '../core/access/signing.ts';

/** A bearer token, or a person's key. */
export type Credential =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'signer'; readonly signer: Signer }
  | { readonly kind: 'none' };

export interface Signer {
  /** SHA-256 of the SPKI bytes, hex. */
  readonly keyId: string;
  /** ECDSA P-256 with SHA-256 over the text, base64url of 64 bytes. */
  sign(text: string): Promise<string>;
}

type CryptoKey = Parameters<typeof crypto.subtle.sign>[1];

export interface PersonKey {
  readonly keyId: string;
  /** SPKI, base64url: what pairing and enrolment send. */
  readonly publicKey: string;
  /** Not extractable; IndexedDB keeps it as it is. */
  readonly privateKey: CryptoKey;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

export async function makePersonKey(): Promise<PersonKey> {
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  // A public key is always extractable.
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  return { keyId: await sha256Hex(spki), publicKey: base64url(spki), privateKey: pair.privateKey };
}

export function signerOf({ keyId, privateKey }: Pick<PersonKey, 'keyId' | 'privateKey'>): Signer {
  return {
    keyId,
    async sign(text) {
      const bytes = new TextEncoder().encode(text);
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, bytes);
      return base64url(new Uint8Array(signature));
    },
  };
}

export interface SignedFields {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly nonce: string;
  readonly epoch: string;
}

export async function signedHeaders(signer: Signer, fields: SignedFields): Promise<Record<string, string>> {
  const { method, target, nonce, epoch } = fields;
  const bodyHash = await sha256Hex(new TextEncoder().encode(fields.body));
  const signature = await signer.sign(signingText({ method, target, bodyHash, nonce, epoch }));
  return { 'x-sidekicks-key': signer.keyId, 'x-sidekicks-nonce': nonce, 'x-sidekicks-signature': signature };
}

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
