/**
 * Owns the browser's key of this origin: ECDSA P-256, made here, not extractable, kept in IndexedDB. No script can read
 * the private half, only use it; what the key may do is decided by its origin (the desk decides, the workspace cannot).
 */
import { makePersonKey, type PersonKey } from '../../client/credential.ts';

const STORE = 'keys';
const PLACE = 'page';

/** The key of this origin, or null before one was made. */
export async function readKey(): Promise<PersonKey | null> {
  return ((await inStore('readonly', (store) => store.get(PLACE))) as PersonKey | undefined) ?? null;
}

/** Makes the key, or answers the one that is there: a key that another tab enrols meanwhile must stay. */
export async function makeKey(): Promise<PersonKey> {
  return navigator.locks.request('sidekicks-key', async () => (await readKey()) ?? (await newKey()));
}

/** For a key that the daemon revoked: it is of no more use. */
export async function forgetKey(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(PLACE));
}

async function newKey(): Promise<PersonKey> {
  const key = await makePersonKey();
  await inStore('readwrite', (store) => store.put(key, PLACE));
  return key;
}

/** What two pages show so that a person can see that they mean the same key: 64 bits of its name. */
export function fingerprintOf(keyId: string): string {
  return keyId
    .slice(0, 16)
    .toUpperCase()
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/**
 * Names what a workspace page asks for, a key (its SPKI as base64url) and a visitor: whoever put another visitor beside
 * the page's own key would show another fingerprint. Null when the key is not base64url.
 */
export async function requestIdOf(asked: {
  readonly publicKey: string;
  readonly visitorHash: string | null;
}): Promise<string | null> {
  const keyId = await keyIdOf(asked.publicKey);
  if (keyId === null) return null;
  return sha256Of(new TextEncoder().encode(['sidekicks-enrol-v1', keyId, asked.visitorHash ?? ''].join('\n')));
}

/** SHA-256 of the key's bytes, as the daemon names it; null when the key is not base64url. */
export async function keyIdOf(publicKey: string): Promise<string | null> {
  try {
    const binary = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return await sha256Of(bytes);
  } catch {
    return null;
  }
}

/** Hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open('sidekicks', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
    request.onblocked = () => failed(new Error('the key store is blocked by another tab'));
  });
}
