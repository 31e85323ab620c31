/**
 * One more row in the table of this process: a tool that does nothing, so that a real tool's call has a floor beside it
 * that went the same way. Asked for `spent:NAME`, it answers how long NAME took inside this process, call by call, and
 * forgets it: timed elsewhere, in a loop and warm, the same work looks cheaper than it is here. Imported before whatever
 * projects the table.
 */
import { useCases } from '../../src/app/use-cases.ts';
import { done } from '../../src/kit/result.ts';
import { type Operation, operation } from '../../src/protocol/operation.ts';
import { answer, integer, object, string } from '../../src/protocol/schema.ts';
import { operations, table } from '../../src/protocol/table.ts';
import { inputs } from '../../src/protocol/validators.gen.ts';

const row = operation({
  name: 'echo',
  title: 'Echo',
  description: 'Echo as many characters as asked for.',
  kind: 'answer',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object({ characters: integer(0, 100_000, 'Length of the answer.'), padding: string('Ignored.') }, [
    'characters',
    'padding',
  ]),
  output: answer({ text: string('Nothing of interest.') }, ['text']),
});

Object.assign(table, { echo: row });
(operations as Operation[]).push(row);
Object.assign(inputs, { echo: () => true });

const spent = new Map<string, number[]>();
/** How long the newest input of each operation took to be checked. */
const checked = new Map<string, number>();
for (const [name, validate] of Object.entries(inputs) as [string, Validate][]) {
  Object.assign(inputs, { [name]: timedCheck(name, validate) });
}
for (const [name, perform] of Object.entries(useCases) as [string, Perform][]) {
  Object.assign(useCases, { [name]: timed(name, perform) });
}
Object.assign(useCases, {
  echo: async (_parts: unknown, _call: unknown, { characters, padding }: Input) =>
    done({ text: answerTo(characters, padding) }),
});

interface Input {
  readonly characters: number;
  readonly padding: string;
}

interface Validate {
  (input: unknown): boolean;
  errors?: unknown;
}

function timedCheck(name: string, validate: Validate): Validate {
  const timed: Validate = (input) => {
    const began = performance.now();
    const fits = validate(input);
    checked.set(name, performance.now() - began);
    timed.errors = validate.errors;
    return fits;
  };
  return timed;
}

type Perform = (...given: readonly unknown[]) => Promise<unknown>;

function timed(name: string, perform: Perform): Perform {
  return async (...given) => {
    const began = performance.now();
    try {
      return await perform(...given);
    } finally {
      const took = performance.now() - began + (checked.get(name) ?? 0);
      spent.set(name, [...(spent.get(name) ?? []), took]);
    }
  };
}

function answerTo(characters: number, padding: string): string {
  if (!padding.startsWith('spent:')) return 'x'.repeat(Math.max(0, characters - '{"text":""}'.length));
  const name = padding.slice('spent:'.length);
  const times = spent.get(name) ?? [];
  spent.delete(name);
  return JSON.stringify(times);
}
