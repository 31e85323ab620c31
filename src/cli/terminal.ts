/** What a person sees on the terminal. Answers go to standard output, everything said about them to standard error. */
import { createInterface } from 'node:readline/promises';
import { ownProblems, type Refusal } from '../kit/result.ts';
import { onOneLine } from '../kit/text.ts';

/** One line: names and titles are anybody's, and may neither drive the terminal nor pretend to be a line of ours. */
export function print(line = ''): void {
  process.stdout.write(`${onOneLine(line)}\n`);
}

/** For programs, over several lines. Within its strings JSON has an escape for everything. */
export function printJson(value: unknown): void {
  for (const line of JSON.stringify(value, null, 2).split('\n')) print(line);
}

export function say(line: string): void {
  process.stderr.write(`${onOneLine(line)}\n`);
}

/** Both ends are a terminal: a person can read what is written to that stream, and typed what was read. */
export function isTerminal(written: NodeJS.WriteStream = process.stdout): boolean {
  return process.stdin.isTTY === true && written.isTTY === true;
}

/** Asks for a line; null when the input ends. */
export async function ask(question: string): Promise<string | null> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(onOneLine(question));
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
