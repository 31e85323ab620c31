/**
 * The lines of a client, before the SDK parses them. It would keep the last of two equal keys, and what a person approves
 * must be what was sent; of what is no JSON, or no message of JSON-RPC, it would say nothing, and whoever sent it would wait
 * for ever. Such a line is answered here, with the same code as over HTTP, and goes no further.
 */
import { Transform } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { Refusal } from '../../kit/result.ts';
import { parseMessage } from '../http/json.ts';
import { refusalOf } from '../refusals.ts';

const NEWLINE = 0x0a;

/** A stream of whole lines. `answer` gets the text of a JSON-RPC answer, without a newline. */
export function checkedLines(answer: (text: string) => void): Transform {
  let parts: Buffer[] = [];
  const take = (line: Buffer, through: Transform) => {
    const parsed = parseMessage(line);
    if (parsed.ok && isMessage(parsed.value)) through.push(line);
    else if (parsed.ok ? isAnswer(parsed.value) : isBlank(line)) return;
    else answer(parsed.ok ? errorText(line, INVALID_REQUEST, noMessage) : errorText(line, PARSE_ERROR, parsed.refusal));
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

const PARSE_ERROR = { code: -32_700, words: 'Parse error' };
const INVALID_REQUEST = { code: -32_600, words: 'Invalid request' };
const noMessage = refusalOf('invalid_json', { message: 'The line is no JSON-RPC message.' });

function errorText(line: Buffer, { code, words }: typeof PARSE_ERROR, refusal: Refusal): string {
  const error = { code, message: `${words}: ${refusal.message}`, data: refusal };
  return JSON.stringify({ jsonrpc: '2.0', id: idOf(line), error });
}

function isBlank(line: Buffer): boolean {
  return line.toString('utf8').trim() === '';
}

function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

/** A malformed one: two sides that answer each other's answers would never end. */
function isAnswer(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !('method' in value) && ('result' in value || 'error' in value);
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
