/**
 * The lines of a client, before the SDK parses them. It would keep the last of two equal keys, and what a person approves
 * must be what was sent: such a line is answered here, with the same code as over HTTP, and goes no further.
 */
import { Transform } from 'node:stream';
import type { Refusal } from '../../kit/result.ts';
import { parseMessage } from '../http/json.ts';

const NEWLINE = 0x0a;

/** A stream of whole lines. `answer` gets the text of a JSON-RPC answer, without a newline. */
export function checkedLines(answer: (text: string) => void): Transform {
  let parts: Buffer[] = [];
  const take = (line: Buffer, through: Transform) => {
    const refusal = refusalOfLine(line);
    if (refusal) answer(JSON.stringify(parseError(line, refusal)));
    else through.push(line);
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

/** What is no JSON at all is the SDK's to report. */
function refusalOfLine(line: Buffer): Refusal | null {
  const parsed = parseMessage(line);
  if (parsed.ok) return null;
  return parsed.refusal.problems?.some(({ code }) => code === 'not_json') ? null : parsed.refusal;
}

function parseError(line: Buffer, refusal: Refusal): object {
  const { id } = (JSON.parse(line.toString('utf8')) ?? {}) as { readonly id?: unknown };
  const error = { code: -32_700, message: `Parse error: ${refusal.message}`, data: refusal };
  return { jsonrpc: '2.0', id: typeof id === 'string' || typeof id === 'number' ? id : null, error };
}
