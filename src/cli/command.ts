/** How a command is written: a file each, its words beside it, options read in one way. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Command {
  /** As typed, without the program: `backup FILE`. */
  readonly usage: string;
  readonly summary: string;
  readonly options?: OptionConfig;
  /** How many words may follow. */
  readonly words: readonly [least: number, most: number];
  /** Answers the exit code. */
  readonly run: (given: Given) => Promise<number>;
}

type OptionConfig = NonNullable<ParseArgsConfig['options']>;

export interface Given {
  readonly words: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
}

/** A mistake in what was typed: it is said with the usage, exit code 2. */
export function mistake(message: string): Error {
  return Object.assign(new Error(message), { code: 'USAGE' });
}

export function isMistake(error: unknown): error is Error {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return code === 'USAGE' || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'));
}

/** Every command takes `--home DIR`. */
export function readGiven(command: Command, args: readonly string[]): Given {
  const { values, positionals } = parse(command, args);
  const [least, most] = command.words;
  if (positionals.length < least) throw mistake(`${wordAt(command, positionals.length)} is missing.`);
  if (positionals.length > most) throw mistake(`One word too many: ${positionals[most]}`);
  const value = (name: string): unknown => (values as Record<string, unknown>)[name];
  return {
    words: positionals,
    flag: (name) => value(name) === true,
    text: (name) => value(name) as string | undefined,
  };
}

/** The parser's own words speak to programmers. */
function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...command.options, home: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    if (!isMistake(error)) throw error;
    const [, option = ''] = /'.*?(--?[^\s'<=]+)/.exec(error.message) ?? [];
    const { code } = error as Error & { readonly code?: string };
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw mistake(`There is no option ${option}.`);
    const isFlag = command.options?.[option.slice(2)]?.type === 'boolean';
    throw mistake(isFlag ? `${option} takes no value.` : `${option} needs a value.`);
  }
}

/** What the usage calls the word that stands there: `FILE` of `backup FILE`. */
function wordAt({ usage }: Command, position: number): string {
  const required = usage.split(' ').slice(1);
  return required.filter((word) => !/^[[-]/.test(word))[position] ?? 'Something';
}
