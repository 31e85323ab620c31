/** What a person sees on the terminal. Answers go to standard output, everything said about them to standard error. */
import { createInterface } from 'node:readline/promises';
import { ownProblems, type Refusal } from '../kit/result.ts';

export function print(text = ''): void {
  process.stdout.write(`${text}\n`);
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Both ends are a terminal: a person can read what is written to that stream, and typed what was read. */
export function isTerminal(written: NodeJS.WriteStream = process.stdout): boolean {
  return process.stdin.isTTY === true && written.isTTY === true;
}

/** Asks for a line; null when the input ends. */
export async function ask(question: string): Promise<string | null> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } catch {
    return null;
  } finally {
    reader.close();
  }
}

/** A refusal for people; answers the exit code. */
export function sayRefusal(refusal: Refusal): 1 {
  const { code, message, next } = refusal;
  say(`sidekicks: ${message} (${code})`);
  for (const problem of ownProblems(refusal)) say(`  ${problem.path || '/'}: ${problem.message} ${problem.fix}`);
  say(next);
  return 1;
}
