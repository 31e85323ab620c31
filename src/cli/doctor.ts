import { examine } from '../daemon/doctor.ts';
import { homePath } from '../daemon/home.ts';
import type { Command } from './command.ts';
import { print, printJson } from './terminal.ts';

export const command: Command = {
  usage: 'doctor [--json]',
  summary: 'look for what is wrong and say what to do',
  options: { json: { type: 'boolean' } },
  words: [0, 0],
  async run({ flag, text }) {
    const findings = await examine(homePath(text('home')));
    const isWell = findings.every(({ state }) => state !== 'bad');
    if (flag('json')) {
      printJson(findings);
      return isWell ? 0 : 1;
    }
    for (const { what, state, words, fix } of findings) {
      print(`${state.padEnd(5)}${what.padEnd(12)}${words}`);
      if (fix) print(`${''.padEnd(17)}${fix}`);
    }
    print(isWell ? 'Nothing is wrong.' : 'Something is wrong; see above.');
    return isWell ? 0 : 1;
  },
};
