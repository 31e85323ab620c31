/** Writes a backup, and says what to do where it cannot: those are mistakes of whoever asked, not faults. */
import { rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Blobs, Store } from '../app/ports.ts';
import { done, type Result } from '../kit/result.ts';
import { packBlobs } from '../store/sqlite/packed-blobs.ts';
import { isDiskFull } from './faults.ts';
import { codeOf } from './home/private-file.ts';
import { refused } from './refusals.ts';

/** Linux takes paths of 4,095 bytes, the others less. */
const MAX_PATH = 4095;

export async function writeBackup(
  store: Pick<Store, 'backup'>,
  blobs: Blobs,
  file: unknown,
): Promise<Result<{ readonly file: string }>> {
  if (typeof file !== 'string' || !isAbsolute(file) || file.includes('\0') || Buffer.byteLength(file) > MAX_PATH) {
    const message = `An absolute path of at most ${MAX_PATH} bytes, without a NUL.`;
    const problem = { code: 'bad_path', path: '/file', message, fix: 'Send such a path.' };
    return refused('invalid_input', { problems: [problem] });
  }
  try {
    await store.backup(file);
    await packed(file, blobs);
    return done({ file });
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'file_exists')
      return refused('file_exists', { message: `${file} exists; a backup never replaces a file.` });
    if (isDiskFull(error))
      return refused('disk_full', {
        message: `The disk of ${file} is full; no backup was written.`,
        next: 'Free some space there, or choose another place.',
      });
    if (UNWRITABLE.includes(code)) return refused('cannot_write', { message: `${file} cannot be written (${code}).` });
    throw error;
  }
}

/** A backup without its bytes is none: it goes again. */
async function packed(file: string, blobs: Blobs): Promise<void> {
  try {
    await packBlobs(file, blobs);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

const UNWRITABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENAMETOOLONG', 'ELOOP'];
