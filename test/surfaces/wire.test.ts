/** What MCP clients of both eras see on the wire, beyond the answers of tools. */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { instructions } from '../../src/daemon/mcp/instructions.ts';
import { annotationsOf } from '../../src/protocol/describe.ts';
import { operations, toolsFor } from '../../src/protocol/table.ts';
import { type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { makeAgent, ok, pairPerson } from '../rigs/people.ts';
import { type Era, type McpSurface, overHttp, overStdio, protocolOf } from './over-mcp.ts';
import { given, refused } from './surface.ts';

const home = makeHome();
let daemon: DaemonProcess;
let person: Client;
const surfaces: Record<string, McpSurface> = {};

const eras: readonly Era[] = ['legacy', 'modern'];

beforeAll(async () => {
  daemon = await startDaemon(home.path);
  person = (await pairPerson(daemon)).at(daemon);
  for (const era of eras) {
    const { secret } = await makeAgent(person, `agent of the era ${era}`);
    surfaces[`HTTP ${era}`] = await overHttp({ era, url: daemon.url, token: secret });
    const args = [program, 'mcp', '--as', era, '--home', daemon.home];
    surfaces[`stdio ${era}`] = await overStdio({ era, command: process.execPath, args });
  }
});
afterAll(async () => {
  for (const surface of Object.values(surfaces)) await surface.close();
  await daemon?.stop();
  await home.remove();
});

describe.each(eras)('in the era %s', (era) => {
  const both = () => [surfaces[`HTTP ${era}`], surfaces[`stdio ${era}`]] as McpSurface[];

  test('the protocol, the name and the instructions', () => {
    for (const { client } of both()) {
      expect(client.getNegotiatedProtocolVersion()).toBe(protocolOf[era]);
      expect(client.getServerVersion()).toMatchObject({ name: 'sidekicks', title: 'Sidekicks' });
      expect(client.getInstructions()).toBe(instructions);
    }
  });

  test('titles and all four annotations', async () => {
    for (const { client } of both()) {
      const { tools } = await client.listTools();
      for (const row of toolsFor('agent')) {
        expect(tools.find(({ name }) => name === row.name)).toMatchObject({
          title: row.title,
          annotations: annotationsOf(row),
        });
      }
    }
  });

  test('no operation of the desk, or of nobody, can be called by name', async () => {
    const others = operations.filter((row) => !toolsFor('agent').includes(row)).map(({ name }) => name);
    for (const { client } of both()) {
      for (const name of [...others, 'nothing', '__proto__', 'x'.repeat(5000)]) {
        await expect(client.callTool({ name, arguments: {} }), name).rejects.toThrow(/Unknown tool/);
      }
    }
  });

  test('a call that is given up ends, and the next one is answered', async () => {
    const [surface] = both() as [McpSurface];
    const stop = new AbortController();
    const call = surface.client.callTool({ name: 'get_workspace_state', arguments: {} }, { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toThrow();
    await given(surface, 'get_workspace_state', {});
  });
});

test('the list is the same for everybody, byte for byte', async () => {
  const lists = await Promise.all(Object.values(surfaces).map(({ client }) => client.listTools()));
  const texts = new Set(lists.map(({ tools }) => JSON.stringify(tools)));
  expect(texts.size).toBe(1);
});

test('a token that is revoked is shut out in the middle of its connection', async () => {
  const { id, secret } = await makeAgent(person, 'soon gone');
  const surface = await overHttp({ era: 'legacy', url: daemon.url, token: secret });
  await given(surface, 'get_workspace_state', {});
  ok(await person.call('revoke_token', { tokenId: id }));
  await expect(surface.call('get_workspace_state', {})).rejects.toThrow(/unauthenticated|Unauthorized|401/);
  await surface.close();
});

test('a bridge waits for a person, works once allowed, and stays dead once revoked, under the same label too', async () => {
  const bridge = surfaces['stdio legacy'] as McpSurface;
  const read = (surface: McpSurface) => surface.call('get_workspace_state', {});
  expect(await refused(bridge, 'get_workspace_state', {})).toMatchObject({ code: 'token_waiting' });
  const { tokens } = ok(await person.call('read_access', {}));
  const token = tokens.find(({ label }) => label === 'legacy');
  expect(token?.state).toBe('waiting');
  const tokenId = token?.id ?? '';
  ok(await person.call('change_token', { tokenId, allow: true }));
  expect(await read(bridge)).toMatchObject({ ok: true });
  ok(await person.call('revoke_token', { tokenId }));
  const again = await overStdio({
    era: 'modern',
    command: process.execPath,
    args: [program, 'mcp', '--as', 'legacy', '--home', daemon.home],
  });
  for (const one of [bridge, again]) {
    expect(await read(one)).toMatchObject({ ok: false, refusal: { code: 'unauthenticated' } });
  }
  await again.close();
});

test('the bridge answers the handshake before any daemon is there, and prints nothing but the protocol', async () => {
  const fresh = makeHome();
  const child = spawn(process.execPath, [program, 'mcp', '--home', fresh.path], { stdio: ['pipe', 'pipe', 'ignore'] });
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: protocolOf.legacy, capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
  let text = '';
  await new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.split('\n').length > 2) resolve();
    });
  });
  const lines = text.trim().split('\n');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(lines.map((line) => (JSON.parse(line) as { id?: number }).id).sort()).toEqual([1, 2]);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  expect(await gone).toBe(0);
  await fresh.remove();
});
