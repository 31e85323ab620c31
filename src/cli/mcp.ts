import { runBridge } from '../daemon/bridge.ts';
import { homePath } from '../daemon/home.ts';
import { isLabel, labelRule } from '../daemon/label.ts';
import { type Command, mistake } from './command.ts';

export const command: Command = {
  usage: 'mcp [--as LABEL]',
  summary: 'the MCP bridge over standard input and output, for agents',
  options: { as: { type: 'string' } },
  words: [0, 0],
  async run({ text }) {
    const label = text('as') ?? 'agent';
    if (!isLabel(label)) throw mistake(labelRule);
    await runBridge({ home: homePath(text('home')), label });
    // The client has gone: nothing that is still under way can be answered.
    process.exit(0);
  },
};
