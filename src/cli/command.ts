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
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...command.options, home: { type: 'string' } },
    allowPositionals: true,
  });
  const [least, most] = command.words;
  if (positionals.length < least || positionals.length > most) {
    throw mistake(
      positionals.length < least ? 'Something is missing.' : `Unexpected: ${positionals.slice(most).join(' ')}`,
    );
  }
  const value = (name: string): unknown => (values as Record<string, unknown>)[name];
  return {
    words: positionals,
    flag: (name) => value(name) === true,
    text: (name) => value(name) as string | undefined,
  };
}
