/**
 * Bytes by their SHA-256, as files `ab/abcdef...` of one folder. Written once: temporary file, fsync, rename, fsync of
 * the folder. Never changed, never deleted here; a file whose bytes are not its name's is treated as absent.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../app/ports.ts';

const NAME = /^[0-9a-f]{64}$/;

export function openBlobs(folder: string): Blobs {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const get = async (sha256: string): Promise<Buffer | null> => {
    if (!NAME.test(sha256)) return null;
    const bytes = await readFile(pathOf(sha256)).catch(() => null);
    return bytes !== null && hashOf(bytes) === sha256 ? bytes : null;
  };
  return {
    get,
    async put(bytes) {
      const sha256 = hashOf(bytes);
      if ((await get(sha256)) !== null) return sha256;
      const place = join(folder, sha256.slice(0, 2));
      await mkdir(place, { recursive: true, mode: 0o700 });
      await write(place, sha256, bytes);
      return sha256;
    },
    async names() {
      const folders = await readdir(folder).catch(() => []);
      const names = await Promise.all(folders.map((one) => readdir(join(folder, one)).catch(() => [])));
      return names.flat().filter((name) => NAME.test(name));
    },
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function write(place: string, name: string, bytes: Uint8Array): Promise<void> {
  const fresh = join(place, `.${randomBytes(8).toString('hex')}`);
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(fresh, { force: true });
    throw error;
  }
  await file.close();
  await rename(fresh, join(place, name));
  const folder = await open(place, 'r');
  await folder.sync().catch(() => undefined);
  await folder.close();
}
