import { homePath } from '../daemon/home.ts';
import { reachDaemon, stopDaemon } from '../daemon/reach.ts';
import type { Command } from './command.ts';
import { print, sayRefusal } from './terminal.ts';

export const command: Command = {
  usage: 'stop',
  summary: 'stop the daemon',
  words: [0, 0],
  async run({ text }) {
    const reached = await reachDaemon({ home: homePath(text('home')), start: false });
    if (!reached.ok && reached.refusal.code === 'not_running') {
      print('No daemon runs in this home.');
      return 0;
    }
    if (!reached.ok) return sayRefusal(reached.refusal);
    const stopped = await stopDaemon(reached.value);
    if (!stopped.ok) return sayRefusal(stopped.refusal);
    print(`Stopped process ${reached.value.pid}.`);
    return 0;
  },
};
