import { homePath } from '../daemon/home.ts';
import { askLocal, reachDaemon } from '../daemon/reach.ts';
import type { Command } from './command.ts';
import { pairingLines } from './greeting.ts';
import { isTerminal, print, say, sayRefusal } from './terminal.ts';

export const command: Command = {
  usage: 'pair',
  summary: 'print a pairing code, in a new home or after recover',
  words: [0, 0],
  async run({ text }) {
    if (!isTerminal()) {
      say('sidekicks: a pairing code is shown on a terminal only. Run this yourself, in a terminal of your own.');
      return 1;
    }
    const daemon = await reachDaemon({ home: homePath(text('home')), start: true, say });
    if (!daemon.ok) return sayRefusal(daemon.refusal);
    const code = await askLocal<{ readonly code: string }>(daemon.value, 'pair-code');
    if (!code.ok) return sayRefusal(code.refusal);
    for (const line of pairingLines(code.value, daemon.value.deskUrl)) print(line);
    return 0;
  },
};
