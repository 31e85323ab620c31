/**
 * Lines of a child's output, pulled one at a time. Owns the bound on memory: nothing is read while nobody asks, so a
 * child that writes 100 MB waits in its pipe, and a line without end is dropped and counted, never collected.
 */
import type { Readable } from 'node:stream';

export type Line = { readonly kind: 'line'; readonly text: string } | TooLong;
export type ByteLine = { readonly kind: 'line'; readonly bytes: Buffer } | TooLong;

/** A line over the limit; its bytes are gone. */
interface TooLong {
  readonly kind: 'too_long';
  readonly bytes: number;
}

interface Bound {
  readonly maxLineBytes: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Ends with the stream; a last line without a newline counts. An ended reader leaves the stream destroyed. */
export function boundedLines(stream: Readable, bound: Bound): AsyncGenerator<Line, void> {
  return split(stream, bound, (bytes): Line => ({ kind: 'line', text: bytes.toString('utf8') }));
}

/** The same as they are, for whoever has to see what is no UTF-8. Without the newline, LF or CRLF. */
export function byteLines(stream: Readable, bound: Bound): AsyncGenerator<ByteLine, void> {
  return split(stream, bound, (bytes): ByteLine => ({ kind: 'line', bytes }));
}

async function* split<T>(stream: Readable, { maxLineBytes }: Bound, lineOf: (bytes: Buffer) => T | TooLong) {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (piece: Buffer) => {
    size += piece.length;
    // One more than the limit: the CR of a CRLF is no byte of its line.
    if (size > maxLineBytes + 1) parts = [];
    else if (piece.length > 0) parts.push(piece);
  };
  const finish = (): T | TooLong => {
    const held = Buffer.concat(parts);
    const bytes = held.at(-1) === carriageReturn ? held.subarray(0, -1) : held;
    const tooLong = size > maxLineBytes + 1 || bytes.length > maxLineBytes;
    const line = tooLong ? { kind: 'too_long' as const, bytes: size } : lineOf(bytes);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      yield finish();
    }
    take(chunk.subarray(from));
  }
  if (size > 0) yield finish();
}
