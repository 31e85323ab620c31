/**
 * The daemon's log: one file in the home, private, at most two files of 1 MB. It holds starts, ends, faults and refused
 * credentials, never a secret: what looks like one is blotted out, however it came in.
 */
import { chmodSync, closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './home/folder.ts';

const MAX_BYTES = 1_000_000;

export interface Log {
  info(message: string): void;
  /** A fault of ours, with its stack. */
  fault(what: string, error: unknown): void;
}

/** Opens `FOLDER/daemon.log`. Writing never throws: a full disk must not stop a request. */
export class LogFile implements Log {
  readonly path: string;
  #handle: number | null;
  #size: number;

  constructor(folder: string) {
    makeFolder(folder);
    this.path = join(folder, 'daemon.log');
    this.#handle = openPrivate(this.path);
    this.#size = fstatSync(this.#handle).size;
  }

  info(message: string): void {
    this.#write('info', message);
  }

  fault(what: string, error: unknown): void {
    this.#write('fault', `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #write(level: string, message: string): void {
    if (this.#handle === null) return;
    const line = `${new Date().toISOString()} ${level} ${redacted(message)}\n`;
    try {
      if (this.#size + line.length > MAX_BYTES) this.#rotate();
      this.#size += writeSync(this.#handle, line);
    } catch {
      // Nothing to tell it to: the log is the last resort.
    }
  }

  #rotate(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
    renameSync(this.path, `${this.path}.1`);
    this.#handle = openPrivate(this.path);
    this.#size = 0;
  }
}

function openPrivate(path: string): number {
  const handle = openSync(path, 'a', 0o600);
  chmodSync(path, 0o600);
  return handle;
}

/** Tokens, signatures, nonces and MACs: everything of ours that is secret is a long run of base64url. */
export function redacted(text: string): string {
  return text
    .replace(/\bsk_[a-z]+_[\w-]+/g, 'sk_[redacted]')
    .replace(/\bbearer\s+\S+/gi, 'Bearer [redacted]')
    .replace(/(?<![\w/.-])[\w-]{40,}(?![\w/.-])/g, '[redacted]');
}
