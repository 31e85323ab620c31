import { hint } from '../daemon/hint.ts';
import type { Command } from './command.ts';
import { print } from './terminal.ts';

/** In the order in which a person needs them. Written down here, so that help loads nothing else. */
const lines: readonly (readonly [usage: string, summary: string])[] = [
  ['[--port N] [--no-open] [--json] [--empty]', 'start the daemon (or find the one that runs) and open the workspace'],
  ['pair', 'print a pairing code, in a new home or after recover'],
  ['status [--json]', 'say whether a daemon runs, and where'],
  ['stop', 'stop the daemon'],
  ['mcp [--as LABEL]', 'the MCP bridge over standard input and output, for agents'],
  ['tools [--json]', 'list what agents can do'],
  ['call NAME [JSON|-]', 'call one operation as the terminal'],
  ['import backlog-md DIR [--yes] [--all]', 'bring in the tasks of a Backlog.md folder'],
  ['verify', 'check the log, every approval and every planned task'],
  ['backup FILE', 'write a consistent copy'],
  ['restore FILE', 'put a backup in place; persons and keys of this home stay'],
  ['recover', 'void every key, token, approval and grant, then serve the home and pair anew'],
  ['doctor', 'look for what is wrong and say what to do'],
];

export const command: Command = {
  usage: 'help',
  summary: 'this page',
  words: [0, 1],
  async run() {
    const width = Math.max(...lines.map(([usage]) => usage.length)) + 2;
    const program = hint('', undefined);
    print('sidekicks: plan with agents, approve as a person');
    print();
    for (const [usage, summary] of lines) print(`  sidekicks ${usage.padEnd(width)}${summary}`);
    print();
    print('pair, mcp, call and import start the daemon in the background when none runs, and say so; stop ends it.');
    print('Every command takes --home DIR (or SIDEKICKS_HOME). --version prints the version.');
    if (program !== 'sidekicks') print(`sidekicks stands for: ${program}`);
    return 0;
  },
};
