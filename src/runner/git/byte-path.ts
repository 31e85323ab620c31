/**
 * A name is bytes to Linux and to git, and need not be UTF-8: read as such it would name nothing, and what it holds would
 * be looked at by nobody but git. Where that matters a path is kept with one character for each of its bytes.
 */

export function bytePath(path: string): string {
  return Buffer.from(path).toString('latin1');
}

/** For the system and for git. */
export function bytesOf(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

/** For people: what is no UTF-8 is shown as damage. */
export function readable(path: string): string {
  return bytesOf(path).toString('utf8');
}
