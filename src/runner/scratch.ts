/** Folders for a moment, in the system's temporary place: they hold what is worked out and thrown away. */
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOUR_MS = 3_600_000;
const PREFIX = 'sidekicks-scratch-';

/** `use` gets the folder, links resolved; mkdtemp makes it 0700. It is gone afterwards, with whatever is in it. */
export async function withScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), PREFIX));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes what killed daemons of this user left: a worktree's bytes may be gigabytes. Nothing that is still used is an
 * hour old; another daemon may be at work on a younger one.
 */
export async function clearScratch(nowMs = Date.now()): Promise<void> {
  const place = await realpath(tmpdir());
  const names = (await readdir(place)).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => join(place, name))) {
    const found = await lstat(folder).catch(() => null);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (nowMs - found.mtimeMs > HOUR_MS) await rm(folder, { recursive: true, force: true });
  }
}
