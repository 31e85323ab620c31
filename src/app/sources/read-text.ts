/** Reads one file that somebody else may have made: bounded, never through a link that leads elsewhere, UTF-8 or nothing. */

import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { isWithin } from '../../kit/paths.ts';

export interface TextLimits {
  readonly maxBytes: number;
  /** The real path of the folder that a symbolic link may not leave; null = links are refused altogether. */
  readonly linksWithin: string | null;
}

export type TextFile =
  | { readonly ok: true; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly missing: boolean; readonly message: string };

export async function readTextFile(path: string, limits: TextLimits): Promise<TextFile> {
  try {
    const info = await lstat(path);
    if (!info.isSymbolicLink()) return await readRegular(path, limits);
    if (limits.linksWithin === null) return refused('a symbolic link; links are not followed');
    const target = await realpath(path);
    if (!isWithin(target, limits.linksWithin)) return refused('a symbolic link out of its folder');
    return await readRegular(target, limits);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, missing: true, message: 'there is no such file' };
    if (code === undefined) throw error;
    return refused(`cannot be read (${code})`);
  }
}

async function readRegular(path: string, { maxBytes }: TextLimits): Promise<TextFile> {
  // Not following links and not waiting: between the look and the opening somebody may put a link or a pipe here.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = await handle.stat();
    if (!info.isFile()) return refused('not a regular file');
    if (info.size > maxBytes) return refused(`${info.size} bytes, at most ${maxBytes}`);
    const bytes = await handle.readFile();
    return bytes.length > maxBytes ? refused(`more than ${maxBytes} bytes`) : decode(bytes);
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array): TextFile {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes: bytes.length };
  } catch {
    return refused('not UTF-8 text');
  }
}

function refused(message: string): TextFile {
  return { ok: false, missing: false, message };
}
