import { hint } from '../daemon/hint.ts';
import { homePath } from '../daemon/home.ts';
import { isDaemonThere } from '../daemon/reach.ts';
import type { Command } from './command.ts';
import { runDaemon } from './start.ts';
import { ask, isTerminal, print, say } from './terminal.ts';

/** Ends as a daemon in this terminal: the pairing code lives in its memory, and nowhere else. */
export const command: Command = {
  usage: 'recover',
  summary: 'void every key, token, approval and grant, then serve the home and pair anew',
  words: [0, 0],
  async run({ text }) {
    if (!isTerminal()) {
      say('sidekicks: recover works on a terminal only. Run it yourself, in a terminal of your own.');
      return 1;
    }
    const home = homePath(text('home'));
    if (isDaemonThere(home)) {
      say(`sidekicks: The daemon runs. Stop it first: ${hint('stop', home)}`);
      return 1;
    }
    print(`This voids every key, token, approval and grant in ${home}, for ever, and says so on every page.`);
    if ((await ask('Type recover to go on: '))?.trim() !== 'recover') {
      print('Nothing was changed.');
      return 1;
    }
    return runDaemon({ home, recover: true }, { json: false, open: false });
  },
};
