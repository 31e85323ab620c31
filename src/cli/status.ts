import { hint } from '../daemon/hint.ts';
import { homePath, refusalOfMissing } from '../daemon/home.ts';
import { askLocal, type DaemonStatus, reachDaemon } from '../daemon/reach.ts';
import type { Command } from './command.ts';
import { addressLines, clockLines } from './greeting.ts';
import { print, say } from './terminal.ts';

export const command: Command = {
  usage: 'status [--json]',
  summary: 'say whether a daemon runs, and where',
  options: { json: { type: 'boolean' } },
  words: [0, 0],
  async run({ flag, text }) {
    const home = homePath(text('home'));
    const reached = await reachDaemon({ home, start: false });
    const status = reached.ok ? await askLocal<DaemonStatus>(reached.value, 'status') : reached;
    if (!status.ok) {
      const refusal = refusalOfMissing(home) ?? status.refusal;
      if (flag('json')) print(JSON.stringify({ running: false, home, code: refusal.code }));
      say(`${refusal.message} (${refusal.code}) ${refusal.next}`);
      return 3;
    }
    if (flag('json')) {
      print(JSON.stringify({ running: true, ...status.value }));
      return 0;
    }
    const { version, pid, workspace, workspaceVersion, hadPerson, terminalPairs } = status.value;
    const unpaired = hadPerson ? 'recovered, and nobody paired since' : 'nobody paired yet';
    print(`Sidekicks ${version} runs, process ${pid}.`);
    for (const line of addressLines(status.value)) print(line);
    print(`  ${workspace}, version ${workspaceVersion}; ${terminalPairs ? unpaired : 'paired'}`);
    if (terminalPairs) print(`  To pair, in a terminal of yours: ${hint('pair', home)}`);
    for (const line of clockLines(status.value.logEndsAhead)) print(line);
    return 0;
  },
};
