import { runBridge } from '../daemon/bridge.ts';
import { homePath } from '../daemon/home.ts';
import { type Command, mistake } from './command.ts';

export const command: Command = {
  usage: 'mcp [--as LABEL]',
  summary: 'the MCP bridge over standard input and output, for agents',
  options: { as: { type: 'string' } },
  words: [0, 0],
  async run({ text }) {
    const label = text('as') ?? 'agent';
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(label)) {
      throw mistake('A label has 1 to 60 letters, digits, spaces, dots, dashes or underscores.');
    }
    await runBridge({ home: homePath(text('home')), label });
    // The client has gone: nothing that is still under way can be answered.
    process.exit(0);
  },
};
