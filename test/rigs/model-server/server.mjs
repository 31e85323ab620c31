/**
 * A scripted model on loopback, so that real agents run without an account: OpenAI chat completions and Anthropic
 * Messages, streamed or not, and OpenAI Responses (which Codex speaks), streamed. What it says next is decided in script.mjs. Every call is billed 1000 tokens in plus one per
 * message, and 20 out: figures that a test can add up.
 *
 *   node server.mjs [--port 0]     prints one line of JSON, {"url", "port"}, and then one line for each call
 *
 * It answers whoever asks on 127.0.0.1 and keeps nothing.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { responses } from './responses.mjs';
import { nextMove } from './script.mjs';

/** @typedef {import('./script.mjs').Item} Item */
/** @typedef {import('./script.mjs').Move} Move */
/**
 * One request: what it offered, what it got, what it was billed, and all that it said.
 * @typedef {{ api: string, model: unknown, tools: readonly string[], move: Move, effort: unknown,
 *   usage: { input: number, output: number }, body: string }} Call
 */

/** `host` is some loopback address. @param {{ host?: string, port?: number, onCall?: (call: Call) => void }} [options] */
export async function startModel({ host = '127.0.0.1', port = 0, onCall = () => {} } = {}) {
  const server = createServer((request, response) => {
    answer(request, response, onCall).catch((error) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise((resolve) => server.listen(port, host, () => resolve(undefined)));
  const bound = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  return {
    port: bound,
    url: `http://${host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response @param {(call: Call) => void} onCall */
async function answer(request, response, onCall) {
  const path = (request.url ?? '').split('?')[0] ?? '';
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const send = (/** @type {unknown} */ body, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (path.endsWith('/models')) return send({ object: 'list', data: [{ id: 'scripted-1', object: 'model' }] });
  if (path.endsWith('/count_tokens')) return send({ input_tokens: 10 });
  const speak = Object.entries(languages).find(([ending]) => path.endsWith(ending))?.[1];
  if (speak === undefined) return send({ error: { type: 'not_found_error', message: 'not here' } }, 404);
  const text = Buffer.concat(chunks).toString('utf8') || '{}';
  const body = JSON.parse(text);
  /** @type {{ items: Item[], tools: import('./script.mjs').Tool[] }} */
  const { items, tools } = speak.read(body);
  const move = nextMove(items, tools, folderIn(text));
  const effort = body.reasoning_effort ?? body.reasoning?.effort ?? body.thinking ?? null;
  const usage = { input: 1000 + items.length, output: 20 };
  onCall({ api: path, model: body.model, tools: tools.map(({ name }) => name), move, effort, usage, body: text });
  if (!body.stream) return send(speak.whole(body.model, move, usage));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for await (const event of speak.events(body.model, move, usage)) {
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
}

/** Agents tell their model where they work, each in its own words. @param {string} body */
function folderIn(body) {
  return /(?:working directory|working folder|(?<!\{)cwd)[^/\n\\]{0,20}?(\/[^\s"'`<\\]+)/i.exec(body)?.[1] ?? '.';
}

/** @param {Move} move @returns {AsyncGenerator<string, void>} */
async function* words(move) {
  if (!('text' in move)) return;
  if (!move.slow) {
    yield move.text;
    return;
  }
  for (const word of move.text.match(/\S+\s*/g) ?? []) {
    yield word;
    await sleep(250);
  }
}

let calls = 0;
const callId = () => `call_${process.pid}_${++calls}`;

/** @param {any} content @returns {string} */
function textOf(content) {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => part?.text ?? textOf(part?.content)).join('\n') : '';
}

const chat = {
  read: (/** @type {any} */ body) => ({
    items: body.messages.map((/** @type {any} */ { role, content }) => ({ role, text: textOf(content) })),
    tools: (body.tools ?? []).map((/** @type {any} */ tool) => ({
      name: tool.function?.name,
      schema: tool.function?.parameters,
    })),
  }),
  /** @param {unknown} model @param {Move} move @param {{ input: number, output: number }} figures */
  whole(model, move, figures) {
    const message = 'call' in move ? { content: null, tool_calls: [toolCall(move)] } : { content: move.text };
    const finish_reason = 'call' in move ? 'tool_calls' : 'stop';
    const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }];
    return { id: 'c', object: 'chat.completion', created: 1, model, choices, usage: chatUsage(figures) };
  },
  /** @param {unknown} model @param {Move} move @param {{ input: number, output: number }} figures */
  async *events(model, move, figures) {
    const base = { id: 'c', object: 'chat.completion.chunk', created: 1, model };
    const data = (/** @type {object} */ more) => `data: ${JSON.stringify({ ...base, ...more })}\n\n`;
    const delta = (/** @type {object} */ what, /** @type {string | null} */ finish_reason = null) =>
      data({ choices: [{ index: 0, delta: what, finish_reason }] });
    if ('call' in move)
      yield delta({ role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCall(move) }] });
    for await (const content of words(move)) yield delta({ role: 'assistant', content });
    yield delta({}, 'call' in move ? 'tool_calls' : 'stop');
    yield data({ choices: [], usage: chatUsage(figures) });
    yield 'data: [DONE]\n\n';
  },
};

/** @param {{ call: { name: string, args: object } }} move */
const toolCall = ({ call }) => ({
  id: callId(),
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.args) },
});

/** @param {{ input: number, output: number }} figures */
const chatUsage = ({ input, output }) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

const messages = {
  read: (/** @type {any} */ body) => ({
    items: body.messages.flatMap((/** @type {any} */ { role, content }) => itemsOf(role, content)),
    tools: (body.tools ?? []).map((/** @type {any} */ { name, input_schema }) => ({ name, schema: input_schema })),
  }),
  /** @param {unknown} model @param {Move} move @param {{ input: number, output: number }} figures */
  whole: (model, move, figures) => ({
    ...messageHead(model, figures),
    content: [blockOf(move)],
    stop_reason: 'call' in move ? 'tool_use' : 'end_turn',
  }),
  /** @param {unknown} model @param {Move} move @param {{ input: number, output: number }} figures */
  async *events(model, move, figures) {
    const event = (/** @type {string} */ type, /** @type {object} */ more = {}) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const delta = (/** @type {object} */ what) => event('content_block_delta', { index: 0, delta: what });
    yield event('message_start', { message: messageHead(model, figures) });
    const content_block = 'call' in move ? { ...blockOf(move), input: {} } : { type: 'text', text: '' };
    yield event('content_block_start', { index: 0, content_block });
    if ('call' in move) yield delta({ type: 'input_json_delta', partial_json: JSON.stringify(move.call.args) });
    for await (const text of words(move)) yield delta({ type: 'text_delta', text });
    yield event('content_block_stop', { index: 0 });
    const stop_reason = 'call' in move ? 'tool_use' : 'end_turn';
    const usage = { output_tokens: figures.output };
    yield event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
    yield event('message_stop');
  },
};

/** @param {'user' | 'assistant'} role @param {any} content @returns {Item[]} */
function itemsOf(role, content) {
  const parts = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  return parts.map((part) => ({
    role: part.type === 'tool_result' ? 'tool' : role,
    text: part.type === 'tool_result' ? textOf(part.content) : (part.text ?? ''),
  }));
}

/** @param {unknown} model @param {{ input: number, output: number }} figures */
const messageHead = (model, { input, output }) => ({
  id: `msg_${Date.now()}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: input, output_tokens: output, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});

/** @param {Move} move */
const blockOf = (move) =>
  'call' in move
    ? { type: 'tool_use', id: `toolu_${callId()}`, name: move.call.name, input: move.call.args }
    : { type: 'text', text: move.text };

const languages = { '/chat/completions': chat, '/messages': messages, '/responses': responses };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--port');
  const print = (/** @type {unknown} */ line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const onCall = (/** @type {Call} */ { body, ...call }) => print({ ...call, characters: body.length });
  const { url, port } = await startModel({ port: at < 0 ? 0 : Number(process.argv[at + 1]), onCall });
  print({ url, port });
}
