import { homePath } from '../daemon/home.ts';
import { openTerminal } from '../daemon/terminal.ts';
import type { Operation } from '../protocol/operation.ts';
import { operations } from '../protocol/table.ts';
import { type Command, mistake } from './command.ts';
import { print, sayRefusal } from './terminal.ts';

const callable: readonly Operation[] = operations.filter((row) => row.who.includes('terminal'));

export const command: Command = {
  usage: `call NAME [JSON|-] where NAME is one of ${callable.map(({ name }) => name).join(', ')}`,
  summary: 'call one operation as the terminal',
  words: [1, 2],
  async run({ words: [name = '', text = '{}'], text: option }) {
    if (!callable.some((row) => row.name === name)) throw mistake(`There is no operation ${name} for a terminal.`);
    const input = readJson(text === '-' ? await readInput() : text);
    const client = await openTerminal(homePath(option('home')));
    if (!client.ok) return sayRefusal(client.refusal);
    const result = await client.value.callByName(name, input);
    print(JSON.stringify(result.ok ? result.value : { error: result.refusal }, null, 2));
    return result.ok ? 0 : 1;
  },
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw mistake(`That is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
