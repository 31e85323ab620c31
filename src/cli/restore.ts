import { resolve } from 'node:path';
import { homePath } from '../daemon/home.ts';
import { restoreHome } from '../daemon/offline.ts';
import { counted } from '../kit/text.ts';
import type { Command } from './command.ts';
import { print, sayRefusal } from './terminal.ts';

export const command: Command = {
  usage: 'restore FILE',
  summary: 'put a backup in place; persons and keys of this home stay',
  words: [1, 1],
  async run({ words: [name = ''], text }) {
    const restored = await restoreHome(homePath(text('home')), resolve(name));
    if (!restored.ok) return sayRefusal(restored.refusal);
    const { keys, tokens, approvals, grants, replaced } = restored.value;
    const open = `${counted(approvals, 'approval')} not used yet`;
    const parts = [counted(keys, 'key'), counted(tokens, 'token'), open, counted(grants, 'grant')];
    print(`Restored. What came with the backup is void: ${parts.join(', ')}.`);
    if (replaced) print(`What was there before lies in ${replaced}`);
    return 0;
  },
};
