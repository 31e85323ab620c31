import { Duplex, PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { toolsFor } from '../../protocol/table.ts';
import { serveWorker } from './worker.ts';

it('a worker hears its tools, and none says that it changes the worker’s environment: Codex would ask for each', async () => {
  const [said, answered] = [new PassThrough(), new PassThrough()];
  const faults: unknown[] = [];
  const side = { version: '1.2.3', app: () => null, onFault: (error: unknown) => faults.push(error) };
  const served = serveWorker(side, 'conversation', Duplex.from({ readable: said, writable: answered }));
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'rig', version: '1' } };
  for (const message of [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
  ]) {
    said.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  await served.listed;
  const listed = await lineOf(answered, '"id":2');
  const { tools } = listed.result as { tools: { name: string; annotations: { readOnlyHint: boolean } }[] };
  expect(tools.map(({ name }) => name)).toEqual(toolsFor('worker').map(({ name }) => name));
  expect(tools.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
  served.close();
  expect(faults).toEqual([]);
});

async function lineOf(stream: PassThrough, part: string): Promise<{ readonly result: unknown }> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    const line = text.split('\n').find((one, at, all) => at < all.length - 1 && one.includes(part));
    if (line) return JSON.parse(line) as { readonly result: unknown };
  }
  throw new Error(`no such line: ${text}`);
}
