/** What a program said on standard error before it ended, for the log and in a sentence for people. Pure. */
import { cut } from '../../kit/text.ts';

const LINES = 20;
const CHARACTERS = 2000;

/** The end of it: at most 20 lines and 2,000 characters. */
export function lastLines(stderr: string): string {
  return stderr.trim().split('\n').slice(-LINES).join('\n').slice(-CHARACTERS);
}

/** Frames of a stack, marks below a line of code, brackets, fields of a dumped error, and Node's own last line. */
const framing = [
  /^\s*at /,
  /^[\s^~|]*$/,
  /^\s*[{}[\](),;]+\s*$/,
  /^\s+[\w$]+: .*,?$/,
  /^Node\.js v\d/,
  /^node:internal/,
];
const error = /error|exception|fatal|panic|cannot|not found|denied|failed/i;

/** The line that names the error with what follows it, else the last lines that say something. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => !framing.some((form) => form.test(line)));
  const at = lines.findLastIndex((line) => error.test(line));
  const meant = at === -1 ? lines.slice(-2) : lines.slice(at, at + 3);
  return cut(meant.map((line) => line.trim().replace(/\s*\{$/, '')).join(' '), 500);
}
