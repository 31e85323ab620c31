/** Playbook folders on disk: `<root>/<id>/sidekick.yaml` and `SKILL.md`. Sources only; nothing read here is active. */

import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SourceProblem } from '../../core/playbook/playbook.ts';
import { isWithin } from '../../kit/paths.ts';
import { type ParsedPlaybook, type PlaybookTexts, parsePlaybook } from './playbook.ts';
import { readTextFile } from './read-text.ts';

/** Of one file: a playbook that is read by people and agents never needs more. */
export const PLAYBOOK_FILE_BYTES = 60 * 1024;
const FOLDERS = 1000;

export type FolderSource =
  | {
      readonly kind: 'playbook';
      readonly folder: string;
      readonly texts: PlaybookTexts;
      /** Worked out when first asked for: most folders are found unchanged by their bytes alone. */
      readonly parsed: ParsedPlaybook;
    }
  | { readonly kind: 'skill'; readonly folder: string; readonly skill: string }
  | { readonly kind: 'unreadable'; readonly folder: string; readonly problems: readonly SourceProblem[] };

/** One folder: a playbook, an Agent Skill that could become one, or the reasons why it is neither. */
export async function readPlaybookFolder(dir: string): Promise<FolderSource> {
  const root = await realPath(dir);
  const folder = basename(root ?? dir);
  if (root === null) return unreadable(folder, '', 'there is no such folder');
  const limits = { maxBytes: PLAYBOOK_FILE_BYTES, linksWithin: root };
  const yaml = await readTextFile(join(root, 'sidekick.yaml'), limits);
  const skill = await readTextFile(join(root, 'SKILL.md'), limits);
  if (!skill.ok) return unreadable(folder, 'SKILL.md', skill.message);
  if (yaml.ok) {
    const texts = { folder, yaml: yaml.text, skill: skill.text };
    let parsed: ParsedPlaybook | undefined;
    return {
      kind: 'playbook',
      folder,
      texts,
      get parsed() {
        parsed ??= parsePlaybook(texts);
        return parsed;
      },
    };
  }
  if (!yaml.missing) return unreadable(folder, 'sidekick.yaml', yaml.message);
  return { kind: 'skill', folder, skill: skill.text };
}

/** Every folder under `root`, by name; links that leave it are reported, hidden folders and files passed over. */
export async function readPlaybookFolders(root: string): Promise<readonly FolderSource[]> {
  const home = await realPath(root);
  if (home === null) return [];
  const entries = await readdir(home, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map((entry) => entry.name)
    .sort();
  const sources: FolderSource[] = [];
  for (const name of names.slice(0, FOLDERS)) {
    const target = await realPath(join(home, name));
    const inside = target !== null && isWithin(target, home);
    sources.push(inside ? await readPlaybookFolder(target) : unreadable(name, '', 'a link out of its folder'));
  }
  for (const name of names.slice(FOLDERS)) sources.push(unreadable(name, '', `not read: more than ${FOLDERS} folders`));
  return sources;
}

function unreadable(folder: string, file: string, message: string): FolderSource {
  const path = file === '' ? folder : `${folder}/${file}`;
  return { kind: 'unreadable', folder, problems: [{ file: path, line: 1, message }] };
}

async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}
