import { describeTools } from '../protocol/describe.ts';
import type { Command } from './command.ts';
import { print, printJson } from './terminal.ts';

export const command: Command = {
  usage: 'tools [--json]',
  summary: 'list what agents can do',
  options: { json: { type: 'boolean' } },
  words: [0, 0],
  async run({ flag }) {
    const tools = describeTools();
    if (flag('json')) {
      const shown = tools.map(({ name, kind, impl, description, inputSchema }) => {
        return { name, kind, impl, description, inputSchema };
      });
      printJson(shown);
      return 0;
    }
    for (const { name, kind, title } of tools) print(`${name.padEnd(26)}${kind.padEnd(8)}${title}`);
    return 0;
  },
};
