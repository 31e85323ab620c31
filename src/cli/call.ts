import { homePath } from '../daemon/home.ts';
import { parseJson } from '../daemon/input.ts';
import { openTerminal } from '../daemon/terminal.ts';
import { placed, type Refusal, type Result } from '../kit/result.ts';
import type { Operation } from '../protocol/operation.ts';
import { operations } from '../protocol/table.ts';
import { type Command, mistake } from './command.ts';
import { printJson, say, sayRefusal } from './terminal.ts';

const callable: readonly Operation[] = operations.filter((row) => row.who.includes('terminal'));

export const command: Command = {
  usage: `call NAME [JSON|-] where NAME is one of ${callable.map(({ name }) => name).join(', ')}`,
  summary: 'call one operation as the terminal',
  words: [1, 2],
  async run({ words: [name = '', text = '{}'], text: option }) {
    if (!callable.some((row) => row.name === name)) throw mistake(whyNot(name));
    const input = readJson(text === '-' ? await readInput() : Buffer.from(text));
    if (!input.ok) return printRefusal(input.refusal);
    const client = await openTerminal(homePath(option('home')), say);
    if (!client.ok) return sayRefusal(client.refusal);
    const result = await client.value.callByName(name, input.value);
    if (!result.ok) return printRefusal(result.refusal);
    printJson(result.value);
    return 0;
  },
};

function whyNot(name: string): string {
  const who = operations.find((row) => row.name === name)?.who ?? [];
  const why = who.includes('agent')
    ? ' Delegation needs the token of an agent: connect one, or make a token at the desk.'
    : who.includes('desk')
      ? ' A person does it at the desk.'
      : '';
  return `There is no operation ${name} for a terminal.${why}`;
}

/** Programs read it where they read an answer. */
function printRefusal(refusal: Refusal): 1 {
  printJson({ error: placed(refusal) });
  return 1;
}

function readJson(bytes: Uint8Array): Result<unknown> {
  const parsed = parseJson(bytes);
  const [problem] = parsed.ok ? [] : (parsed.refusal.problems ?? []);
  if (problem?.code === 'not_json') throw mistake(`That is not JSON: ${problem.message}`);
  return parsed;
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
