/** `sidekicks mcp` as an agent's client runs it: a process on a pipe. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { makePersonKey, signerOf } from '../../client/credential.ts';
import { toolsFor } from '../../protocol/table.ts';
import { type Bench, buildProgram, type DaemonLine, openBench, program } from '../child.ts';

let bench: Bench;
let clients: Client[];
beforeAll(buildProgram, 120_000);
beforeEach(() => {
  bench = openBench();
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await bench.close();
}, 60_000);

async function connect(label: string, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const args = [program, 'mcp', '--as', label, '--home', bench.home];
  const env = { ...(process.env as Record<string, string>), ANTHROPIC_API_KEY: 'not-for-the-daemon' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, input: object = {}): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: { ...input } });
  const [first] = result.content as { text: string }[];
  return JSON.parse(first?.text ?? '') as Record<string, unknown>;
}

async function running(): Promise<DaemonLine> {
  return JSON.parse((await bench.run(['status', '--json'])).stdout) as DaemonLine;
}

describe('the bridge', { timeout: 120_000 }, () => {
  it.each(['legacy', 'auto'] as const)(
    'answers the handshake without a daemon and starts one for a call (%s)',
    async (mode) => {
      const client = await connect('claude', mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(toolsFor('agent').map(({ name }) => name));
      expect(existsSync(join(bench.home, 'daemon.json'))).toBe(false);
      expect(await call(client, 'get_workspace_state')).toMatchObject({ example: true });
      const { pid } = await running();
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('not-for-the-daemon');
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toMatch(/sk_|claude/);
      // A second bridge finds the same daemon.
      expect(await call(await connect('codex'), 'get_workspace_state')).toMatchObject({ example: true });
      expect((await running()).pid).toBe(pid);
    },
  );

  it('one daemon comes of two first calls at once, and calls go on after it was killed', async () => {
    const [first, second] = await Promise.all([connect('one'), connect('two')]);
    const answers = await Promise.all([call(first, 'search_tasks'), call(second, 'search_tasks')]);
    expect(answers.every(({ total }) => Number(total) > 0)).toBe(true);
    const { pid } = await running();
    process.kill(pid, 'SIGKILL');
    expect(await call(first, 'get_workspace_state')).toMatchObject({ example: true });
    expect((await running()).pid).not.toBe(pid);
    expect(await call(second, 'get_workspace_state')).toMatchObject({ example: true });
  });

  it('keeps one token for a label; new labels wait for the desk, revoked ones stay dead', async () => {
    const claude = await connect('claude');
    await call(claude, 'get_workspace_state');
    const info = await running();
    const key = await makePersonKey();
    const terminal = bench.onTerminal(['pair']);
    const [, code = ''] = await terminal.until(/pairing code {2}(\S{4}-\S{4})/);
    const body = JSON.stringify({ code, name: 'Ann', label: 'Test', publicKey: key.publicKey });
    expect((await fetch(`${info.deskUrl}/api/pair`, { method: 'POST', body })).status).toBe(200);
    const desk = createClient({ baseUrl: info.deskUrl, credential: { kind: 'signer', signer: signerOf(key) } });
    const tokenOf = async (label: string) => {
      const access = await desk.call('read_access', {});
      return access.ok ? access.value.tokens.filter((token) => token.label === label).map(({ id }) => id) : [];
    };

    expect(await call(await connect('claude'), 'get_workspace_state')).toMatchObject({ example: true });
    expect(await tokenOf('claude')).toHaveLength(1);
    const codex = await connect('codex');
    expect(await call(codex, 'get_workspace_state')).toMatchObject({ code: 'token_waiting' });
    const [waiting = ''] = await tokenOf('codex');
    await desk.call('change_token', { tokenId: waiting, allow: true });
    expect(await call(codex, 'get_workspace_state')).toMatchObject({ example: true });
    await desk.call('revoke_token', { tokenId: waiting });
    expect(await call(codex, 'get_workspace_state')).toMatchObject({ code: 'unauthenticated' });
    expect(await call(await connect('codex'), 'get_workspace_state')).toMatchObject({ code: 'unauthenticated' });
    expect(await tokenOf('codex')).toHaveLength(1);
  });

  it('writes nothing but the protocol to standard output', async () => {
    const bridge = bench.start(['mcp', '--as', 'raw']);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    };
    const began = performance.now();
    bridge.type(JSON.stringify(initialize));
    await bridge.until(/"id":1/);
    expect(performance.now() - began).toBeLessThan(10_000);
    bridge.type('');
    bridge.type('nonsense');
    const [unread] = await bridge.until(/^.*"id":null.*$/m);
    expect(JSON.parse(unread)).toMatchObject({
      error: { code: -32_700, data: { code: 'invalid_json', problems: [{ code: 'not_json', path: '' }] } },
    });
    const ping = (id: string) => `{"jsonrpc":"2.0","id":"${id}","method":"ping"}\n`;
    bridge.child.stdin.write(Buffer.from(ping('bytes').replace('ping', 'ping\xff'), 'latin1'));
    const [other] = await bridge.until(/^.*"id":"bytes".*$/m);
    expect(JSON.parse(other)).toMatchObject({
      error: { code: -32_700, message: 'Parse error: The text is not UTF-8.' },
    });
    bridge.child.stdin.write(ping('x'.repeat(11 * 1024 * 1024)) + ping('after'));
    const [long] = await bridge.until(/^.*The line exceeds 9437184 bytes.*$/m);
    expect(JSON.parse(long)).toMatchObject({ id: null, error: { code: -32_700, data: { code: 'too_large' } } });
    await bridge.until(/"id":"after"/);
    bridge.type(
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_task","arguments":{"taskId":"T-1","taskId":"T-2"}}}',
    );
    const [repeated] = await bridge.until(/^.*"id":7.*$/m);
    expect(JSON.parse(repeated)).toMatchObject({
      error: {
        code: -32_700,
        data: { code: 'invalid_json', problems: [{ code: 'repeated_key', path: '/params/arguments/taskId' }] },
      },
    });
    bridge.type(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'get_task', arguments: { taskId: 'T-1' } },
    };
    bridge.type(JSON.stringify(call));
    await bridge.until(/"id":2/);
    bridge.child.stdin.end();
    const { code, stdout, stderr } = await bridge.ended;
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(stderr).toContain('sidekicks mcp: Sidekicks now runs in the background: http://localhost:');
    expect(stderr).toContain('connected to http://localhost:');
    expect(stderr).not.toContain('sk_');
  });

  it('says what is wrong when the daemon cannot start', async () => {
    const { port } = JSON.parse(readFileSync(join(bench.home, 'config.json'), 'utf8')) as { port: number };
    const squatter = createServer().listen(port, '127.0.0.1');
    const refused = await call(await connect('claude'), 'get_workspace_state');
    squatter.close();
    // The refusal itself, not one wrapped into another.
    expect(refused).toMatchObject({ code: 'port_taken', message: expect.stringMatching(/^Port \d+ cannot be used/) });
    expect(refused.next).toBe('Stop that program; this home keeps its ports.');
  });
});
