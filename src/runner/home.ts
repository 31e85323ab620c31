/** The private homes of conversations: made once, kept for the agent's sessions, filled anew with the entry's files. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { isWithin } from '../kit/paths.ts';

/** Also the conversation's folder names elsewhere: never a path. */
export function nameOf(conversationId: string): string {
  if (!/^[\w-]{1,100}$/.test(conversationId)) throw new Error(`no name for a folder: ${conversationId}`);
  return conversationId;
}

export async function openHome(homes: string, conversationId: string): Promise<string> {
  const home = join(homes, nameOf(conversationId));
  for (const folder of ['tmp', 'empty', '.config', '.local/share', '.local/state', '.cache']) {
    await mkdir(join(home, folder), { recursive: true, mode: 0o700 });
  }
  return home;
}

/** Paths that lead out of the home are left away: an entry is a person's, but a slip must not write elsewhere. */
export async function writeFiles(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = normalize(join(home, name));
    if (!isWithin(file, home) || file === home) continue;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  }
}
