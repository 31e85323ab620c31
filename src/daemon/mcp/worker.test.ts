/** The worker's door speaks as the other ones do: what is malformed is answered, and never half taken. */

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../app/app.ts';
import { toolsFor } from '../../protocol/table.ts';
import { serveWorker } from './worker.ts';

let calls: unknown[];
let socket: Socket;
let close: () => void;
let answers: AsyncIterator<string>;

beforeEach(async () => {
  calls = [];
  const app = {
    worker: () => ({ kind: 'worker', id: 'r', label: 'w', via: 'worker' }),
    run: async (name: string, _: unknown, input: unknown) => {
      calls.push([name, input]);
      return { ok: true, value: {} };
    },
  } as unknown as App;
  const folder = mkdtempSync(join(tmpdir(), 'sidekicks-worker-'));
  const server = createServer((stream) => {
    serveWorker({ version: '1', app: () => app, onFault: () => {} }, 'c', stream);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 's'), resolve));
  socket = connect(join(folder, 's'));
  answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  close = () => {
    socket.destroy();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  await ask(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }));
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
});
afterEach(() => close());

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data?: { readonly code: string } };
}

async function ask(line: string | Buffer): Promise<Answer> {
  socket.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  const late = new Promise<never>((_, no) => setTimeout(() => no(new Error('no answer')), 1500).unref());
  return JSON.parse((await Promise.race([answers.next(), late])).value as string);
}

const call = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tandem_ask","arguments":${args}}}`;

test('a worker hears its tools, and none says that it changes its environment: Codex would ask for each', async () => {
  const { result } = await ask('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  const { tools } = result as { tools: { name: string; annotations: { readOnlyHint: boolean } }[] };
  expect(tools.map(({ name }) => name)).toEqual(toolsFor('worker').map(({ name }) => name));
  expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
});

test.each([
  ['a key twice', call('{"question":"a","question":"b"}'), 1, 'invalid_json'],
  ['a method twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', 1, 'invalid_json'],
  ['__proto__', call('{"question":"a","__proto__":{"x":1}}'), 1, 'invalid_input'],
  ['what is too deep', call(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`), 1, 'invalid_input'],
  ['no JSON', '{"jsonrpc":', null, 'invalid_json'],
])('%s is refused with its id, and reaches no tool', async (_, line, id, code) => {
  expect(await ask(line)).toMatchObject({ id, error: { code: -32_700, data: { code } } });
  expect(calls).toEqual([]);
  expect(await ask(call('{"question":"a"}'))).toMatchObject({ id: 1, result: {} });
});

test.each([
  ['null', 'null', null],
  ['a text', '"x"', null],
  ['a batch', `[${call('{"question":"a"}')}]`, null],
  ['no version', '{"id":5,"method":"ping"}', 5],
  ['no method', '{"jsonrpc":"2.0","id":5}', 5],
  ['a number as its method', '{"jsonrpc":"2.0","id":5,"method":3}', 5],
  ['an object as its id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
  ['params that are a list', '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":[]}', 5],
])('%s is no message, and is answered as that', async (_, line, id) => {
  expect(await ask(line)).toMatchObject({ id, error: { code: -32_600 } });
  expect(calls).toEqual([]);
});

test.each(['', ' ', '{"jsonrpc":"2.0","id":null,"error":7}', '{"id":3,"result":{}}'])(
  'a line that is nothing, or an answer, is not answered: %s',
  async (line) => {
    socket.write(`${line}\n`);
    expect(await ask(call('{"question":"a"}'))).toMatchObject({ id: 1, result: {} });
  },
);

const limit = 9 * 1024 * 1024;
const sized = (bytes: number) => {
  const frame = call('{"question":""}');
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
};

test.each([1, 3 * 1024 * 1024])(
  'a line that is %i bytes too long is answered, and the next one is heard',
  async (over) => {
    expect(await ask(sized(limit + over))).toMatchObject({
      id: null,
      error: { code: -32_700, message: expect.stringContaining(`${limit} bytes`), data: { code: 'too_large' } },
    });
    expect(calls).toEqual([]);
    expect(await ask(sized(limit))).toMatchObject({ id: 1, result: {} });
  },
);

test.each([
  ['a text', call('{"question":"a\xff"}'), 1],
  ['the id', '{"jsonrpc":"2.0","id":"a\xff","method":"ping"}', null],
])('bytes that are no UTF-8 in %s are refused, and not put right', async (_, line, id) => {
  expect(await ask(Buffer.from(line, 'latin1'))).toMatchObject({
    id,
    error: { code: -32_700, message: 'Parse error: The text is not UTF-8.', data: { code: 'invalid_json' } },
  });
  expect(calls).toEqual([]);
  expect(await ask(call('{"question":"é\ufffd"}'))).toMatchObject({ id: 1, result: {} });
  expect(calls).toEqual([['tandem_ask', { question: 'é\ufffd' }]]);
});
