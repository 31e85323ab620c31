/** The command line, a process for each call: `sidekicks call NAME -`, the input on its standard input. */
import { spawn } from 'node:child_process';
import type { Refusal } from '../../src/kit/result.ts';
import { type Answer, answerOf, type Offered, refusalAnswer, type Surface, type Value } from './surface.ts';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export function overCli(program: Program): Surface {
  return {
    caller: 'terminal',
    async tools() {
      const { stdout } = await run(program, ['tools', '--json'], '');
      const described = JSON.parse(stdout) as readonly Offered[];
      // What it says when it is asked for nothing is what it lets one call.
      const { stderr } = await run(program, ['call'], '');
      const names = /where NAME is one of ([\w, ]+)/.exec(stderr)?.[1]?.split(', ') ?? [];
      return names.map((name) => described.find((tool) => tool.name === name) ?? { name });
    },
    async call(name, input): Promise<Answer> {
      const { code, stdout, stderr } = await run(program, ['call', name, '-'], JSON.stringify(input));
      if (stdout === '') throw new Error(`call ${name} ended with ${code} and said: ${stderr}`);
      const said = JSON.parse(stdout) as Value;
      if ((code === 0) === 'error' in said) throw new Error(`call ${name} ended with ${code} and answered ${stdout}`);
      return 'error' in said ? refusalAnswer(said.error as Refusal) : answerOf(said);
    },
    close: async () => undefined,
  };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run({ command, args, env }: Program, words: readonly string[], input: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, ...words], { env, stdio: 'pipe' });
    const read = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        read[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...read }));
    // A command that wants no input may be gone before it is written.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
