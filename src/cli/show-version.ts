import { version } from '../daemon/version.ts';
import type { Command } from './command.ts';
import { print } from './terminal.ts';

export const command: Command = {
  usage: '--version',
  summary: 'print the version',
  words: [0, 0],
  async run() {
    print(version);
    return 0;
  },
};
