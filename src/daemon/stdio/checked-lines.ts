/**
 * The lines of a client, before the SDK parses them. It would keep the last of two equal keys and put other characters in
 * the place of bytes that are no UTF-8, and what a person approves must be what was sent; of what is no JSON, no message of
 * JSON-RPC, or too long it would say nothing, and whoever sent it would wait for ever. Such a line is answered here, with
 * the same code as over HTTP, and goes no further.
 */
import { Readable, type Writable } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Refusal } from '../../kit/result.ts';
import { byteLines } from '../../runner/process/lines.ts';
import { ARTIFACT_LIMIT, tooLarge } from '../http/body.ts';
import { parseMessage } from '../http/json.ts';
import { refusalOf } from '../refusals.ts';

interface Checks {
  /** Gets the text of a JSON-RPC answer, without a newline. */
  answer(text: string): void;
  /** Awaited before a line is looked at; no more is read meanwhile. Throws = nothing more is to be read. */
  turn(): Promise<void>;
}

/** MCP on two streams: what comes in is checked, and no line is longer than the largest call of any tool. */
export function checkedTransport(input: Readable, output: Writable, turn: Checks['turn']): StdioServerTransport {
  const answer = (text: string) => output.write(`${text}\n`);
  const lines = Readable.from(checkedLines(input, { answer, turn }), { objectMode: false });
  // A broken stream ends what is on it, also when nobody listens any more.
  lines.on('error', () => undefined);
  // Of the SDK's own bound nobody would hear.
  return new StdioServerTransport(lines, output, { maxBufferSize: ARTIFACT_LIMIT + 1 });
}

/** Whole messages, each with its newline. */
async function* checkedLines(input: Readable, { answer, turn }: Checks): AsyncGenerator<Buffer> {
  for await (const line of byteLines(input, { maxLineBytes: ARTIFACT_LIMIT })) {
    await turn();
    if (line.kind === 'too_long') {
      answer(errorText(null, PARSE_ERROR, tooLarge(ARTIFACT_LIMIT, 'line').refusal));
      continue;
    }
    const problem = problemOf(line.bytes);
    if (problem === null) yield Buffer.concat([line.bytes, NEWLINE]);
    else if (problem !== 'nothing') answer(problem);
  }
}

const NEWLINE = Buffer.from('\n');

/** Null = it is a message. Nothing = it is neither one nor worth an answer. */
function problemOf(line: Buffer): string | 'nothing' | null {
  const parsed = parseMessage(line);
  if (!parsed.ok) return isBlank(line) ? 'nothing' : errorText(idOf(line), PARSE_ERROR, parsed.refusal);
  if (isMessage(parsed.value)) return null;
  return isAnswer(parsed.value) ? 'nothing' : errorText(idOf(line), INVALID_REQUEST, noMessage);
}

const PARSE_ERROR = { code: -32_700, words: 'Parse error' };
const INVALID_REQUEST = { code: -32_600, words: 'Invalid request' };
const noMessage = refusalOf('invalid_json', { message: 'The line is no JSON-RPC message.' });

type Id = string | number | null;

function errorText(id: Id, { code, words }: typeof PARSE_ERROR, refusal: Refusal): string {
  const error = { code, message: `${words}: ${refusal.message}`, data: refusal };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
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
function idOf(line: Buffer): Id {
  try {
    const { id } = (JSON.parse(line.toString('utf8')) ?? {}) as { readonly id?: unknown };
    // One with a byte that is no UTF-8 is not the one that was sent.
    if (typeof id === 'string') return id.includes('\uFFFD') ? null : id;
    return typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}
