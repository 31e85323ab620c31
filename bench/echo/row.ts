/**
 * One more row in the table of this process: a tool that does nothing, so that a real tool's call has a floor beside it
 * that went the same way. Imported before whatever projects the table.
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
Object.assign(useCases, {
  echo: async (_parts: unknown, _call: unknown, { characters }: { readonly characters: number }) =>
    done({ text: 'x'.repeat(Math.max(0, characters - '{"text":""}'.length)) }),
});
