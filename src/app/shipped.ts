/** The playbooks that come with the product. They are active in a new home; their upgrades wait for a person. */

import { systemAuthor as author } from '../core/access/author.ts';
import type { SourceProblem } from '../core/playbook/playbook.ts';
import { offerSidekick, type PlaybookSource, reportBroken } from '../core/playbook/sidekick-commands.ts';
import { formatInstant } from '../core/workspace/time.ts';
import type { Parts } from './parts.ts';
import { playbookHash } from './sources/playbook.ts';
import { type FolderSource, readPlaybookFolders } from './sources/playbook-folder.ts';

/** Throws when a shipped playbook is broken: that is a fault of the installation. */
export async function readShipped(folder: string): Promise<PlaybookSource[]> {
  return (await readPlaybookFolders(folder)).flatMap((source) => {
    if (source.kind === 'playbook' && source.parsed.ok) {
      const { yaml, skill } = source.texts;
      return [{ playbook: source.parsed.playbook, hash: source.parsed.hash, yaml, skill }];
    }
    throw new Error(`the shipped playbook ${source.folder} cannot be read`);
  });
}

/**
 * Reads the folders again at a start. Bytes never shipped before are offered; what a person dropped or edited away is
 * not offered again. A broken source is reported and the active version stays.
 */
export async function offerShipped(parts: Parts, folder: string): Promise<void> {
  const seen = parts.store.notes(parts.workspaceId);
  for (const source of await readPlaybookFolders(folder)) {
    const active = parts.kernel.state.tables.sidekick.get(source.folder)?.active;
    // The usual case, and parsing all playbooks is a third of the time a start takes.
    if (source.kind === 'playbook' && active?.hash === playbookHash(source.texts.yaml, source.texts.skill)) continue;
    if (source.kind === 'playbook' && source.parsed.ok) {
      const { yaml, skill } = source.texts;
      const offered = { playbook: source.parsed.playbook, hash: source.parsed.hash, yaml, skill };
      const id = `${source.folder}.${offered.hash}`;
      if ((await seen.get('shipped', id)) != null) continue;
      await parts.kernel.execute(author, (state, context) => offerSidekick(state, offered, 'shipped', context));
      await seen.put('shipped', id, formatInstant(parts.clock.now()), true);
      continue;
    }
    await parts.kernel.execute(author, (state) => reportBroken(state, source.folder, problemsOf(source)));
  }
}

function problemsOf(source: FolderSource): readonly SourceProblem[] {
  if (source.kind === 'unreadable') return source.problems;
  if (source.kind === 'playbook' && !source.parsed.ok) return source.parsed.problems;
  return [{ file: `${source.folder}/sidekick.yaml`, line: 1, message: 'is missing' }];
}
