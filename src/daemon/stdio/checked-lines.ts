/**
 * The lines of a client, before the SDK parses them. It would keep the last of two equal keys, and what a person approves
 * must be what was sent; of what is no JSON it would say nothing, and whoever sent it would wait for ever. Such a line is
 * answered here, with the same code as over HTTP, and goes no further.
 */
import { Transform } from 'node:stream';
import type { Refusal } from '../../kit/result.ts';
import { parseMessage } from '../http/json.ts';

const NEWLINE = 0x0a;

/** A stream of whole lines. `answer` gets the text of a JSON-RPC answer, without a newline. */
export function checkedLines(answer: (text: string) => void): Transform {
  let parts: Buffer[] = [];
  const take = (line: Buffer, through: Transform) => {
    const parsed = parseMessage(line);
    if (parsed.ok) through.push(line);
    else if (line.toString('utf8').trim() !== '') answer(JSON.stringify(parseError(line, parsed.refusal)));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        take(Buffer.concat([...parts, chunk.subarray(from, end + 1)]), this);
        parts = [];
        from = end + 1;
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
      next();
    },
    flush(next) {
      if (parts.length > 0) take(Buffer.concat(parts), this);
      next();
    },
  });
}

function parseError(line: Buffer, refusal: Refusal): object {
  const error = { code: -32_700, message: `Parse error: ${refusal.message}`, data: refusal };
  return { jsonrpc: '2.0', id: idOf(line), error };
}

/** Null when it cannot be read, as JSON-RPC wants it. */
function idOf(line: Buffer): string | number | null {
  try {
    const { id } = (JSON.parse(line.toString('utf8')) ?? {}) as { readonly id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}
