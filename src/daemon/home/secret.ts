/** The home secret: whoever can read it may act as a program of this home. Stdio tokens are derived from it. */
import { randomBytes } from 'node:crypto';
import type { Home } from './folder.ts';
import { createPrivate, readIfThere, writePrivate } from './private-file.ts';

const LENGTH = 32;

/** Makes one when there is none; a bridge and a daemon that do so at once get the same. */
export function homeSecret(home: Home): Uint8Array {
  const found = readIfThere(home.secret);
  if (found === null) {
    createPrivate(home.secret, randomBytes(LENGTH));
    return homeSecret(home);
  }
  if (found.length !== LENGTH) throw new Error(`${home.secret} holds ${found.length} bytes, not ${LENGTH}`);
  return found;
}

/** A new one: every token that was derived from the old one is dead. */
export function renewHomeSecret(home: Home): Uint8Array {
  const secret = randomBytes(LENGTH);
  writePrivate(home.secret, secret);
  return secret;
}
