import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundedLines, byteLines } from './lines.ts';

async function all<T>(lines: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

const streamOf = (...chunks: readonly string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test.each([
  ['LF', ['abcd\n', 'next\n']],
  ['CRLF', ['abcd\r\n', 'next\r\n']],
  ['a CRLF in two chunks', ['abcd\r', '\nnext\r', '\n']],
])('a line of exactly the limit is heard when it ends with %s', async (_, chunks) => {
  const bound = { maxLineBytes: 4 };
  const texts = ['abcd', 'next'];
  expect(await all(boundedLines(streamOf(...chunks), bound))).toEqual(texts.map((text) => ({ kind: 'line', text })));
  const lines = await all(byteLines(streamOf(...chunks), bound));
  expect(lines.map((line) => line.kind === 'line' && line.bytes.toString())).toEqual(texts);
});

test.each(['abcde\n', 'abcde\r\n'])('a byte over the limit is too long: %j', async (text) => {
  const bytes = text.length - 1;
  expect(await all(boundedLines(streamOf(text, 'ok\n'), { maxLineBytes: 4 }))).toEqual([
    { kind: 'too_long', bytes },
    { kind: 'line', text: 'ok' },
  ]);
});
