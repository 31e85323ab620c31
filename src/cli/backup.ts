import { resolve } from 'node:path';
import { homePath } from '../daemon/home.ts';
import { backupHome } from '../daemon/offline.ts';
import { askLocal, reachDaemon } from '../daemon/reach.ts';
import type { Command } from './command.ts';
import { print, sayRefusal } from './terminal.ts';

export const command: Command = {
  usage: 'backup FILE',
  summary: 'write a consistent copy',
  words: [1, 1],
  async run({ words: [name = ''], text }) {
    const home = homePath(text('home'));
    const file = resolve(name);
    const daemon = await reachDaemon({ home, start: false });
    const written = daemon.ok ? await askLocal(daemon.value, 'backup', { file }) : await backupHome(home, file);
    if (!written.ok) return sayRefusal(written.refusal);
    print(`Written to ${file}. It holds no key and no token that would work elsewhere.`);
    return 0;
  },
};
