import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taken } from '../git/git-rig.ts';
import { spawnGroup } from '../process/group.ts';
import { killGroup } from '../process/kill.ts';
import { boundedLines } from '../process/lines.ts';
import { jailArgv } from './argv.ts';
import { launched, shimCommand } from './inside-command.ts';
import { jailed, makeWorld, runIn, type World } from './jail-rig.ts';
import { openSocketFolder, type SocketFolder } from './private-socket.ts';
import { type Denied, openRelay, type Relay } from './relay.ts';
import { inside } from './spec.ts';
import { addressOf, findTarget, parseAuthority } from './targets.ts';
import { openWorkerSocket } from './worker-socket.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('relay.test.ts: the tests with a jail are skipped, bubblewrap is a Linux tool');

let model: Server;
let port: number;
const seen: string[] = [];
let sockets: SocketFolder;

beforeEach(async () => {
  sockets = await openSocketFolder();
  seen.length = 0;
  model = createServer((asked, answer) => {
    seen.push(`${asked.method} ${asked.url} ${asked.headers.host} ${asked.headers['proxy-connection'] ?? '-'}`);
    asked.pipe(answer.writeHead(200, { 'x-model': 'yes' }));
  }).listen(0, '127.0.0.1');
  await once(model, 'listening');
  port = (model.address() as AddressInfo).port;
});
afterEach(async () => {
  await sockets.close();
  model.closeAllConnections();
  model.close();
});

async function withRelay<T>(use: (relay: Relay, denied: Denied[]) => Promise<T>, hosts = ['127.0.0.1']): Promise<T> {
  const denied: Denied[] = [];
  const targets = hosts.map((host) => ({ host, port }));
  const relay = await openRelay({ folder: sockets.path, targets, onDenied: (each) => denied.push(each) });
  try {
    return await use(relay, denied);
  } finally {
    await relay.close();
  }
}

async function viaProxy(relay: Relay, url: string, body = ''): Promise<{ status: number; body: string }> {
  const asked = request({ socketPath: relay.path, method: 'POST', path: url, headers: { 'proxy-connection': 'x' } });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

async function tunnel(relay: Relay, authority: string): Promise<{ status: number; socket: Socket }> {
  const asked = request({ socketPath: relay.path, method: 'CONNECT', path: authority }).end();
  const [answer, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket];
  return { status: answer.statusCode ?? 0, socket };
}

describe('the relay', () => {
  it('carries to an allowed host, as a proxy and as a tunnel, and counts', async () => {
    await withRelay(async (relay, denied) => {
      expect(await viaProxy(relay, `http://127.0.0.1:${port}/v1/chat?x=1`, 'hello')).toEqual({
        status: 200,
        body: 'hello',
      });
      const { status, socket } = await tunnel(relay, `127.0.0.1:${port}`);
      expect(status).toBe(200);
      socket.end('GET /through HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
      expect(await text(socket)).toContain('x-model: yes');
      expect(seen).toEqual([`POST /v1/chat?x=1 127.0.0.1:${port} -`, 'GET /through h -']);
      expect(relay.counts()).toEqual({ allowed: 2, denied: 0 });
      expect(denied).toEqual([]);
    });
  });

  it('refuses and names everything else', async () => {
    await withRelay(async (relay, denied) => {
      const others = [
        `127.0.0.2:${port}`,
        `localhost:${port}`,
        `127.0.0.1:${port + 1}`,
        'example.org:443',
        `evil@127.0.0.1:${port}`,
        'x',
        '',
      ];
      for (const authority of others) {
        const { status, socket } = await tunnel(relay, authority || '/');
        expect([authority, status]).toEqual([authority, 403]);
        socket.destroy();
      }
      for (const url of [`http://localhost:${port}/`, `https://127.0.0.1:${port}/`, '/plain', 'file:///etc/passwd']) {
        expect([url, (await viaProxy(relay, url)).status]).toEqual([url, 403]);
      }
      // The name beside the address is not believed.
      expect((await viaProxy(relay, `http://user@127.0.0.1:${port}/`)).status).toBe(200);
      expect(relay.counts()).toEqual({ allowed: 1, denied: others.length + 4 });
      expect(denied[0]).toEqual({ target: `127.0.0.2:${port}`, method: 'CONNECT', reason: 'not_allowed' });
      expect(denied.at(-1)?.reason).toBe('not_a_proxy_request');
    });
    expect(seen).toHaveLength(1);
  });

  it('never leads a name into the machine’s own networks unless the entry says where', async () => {
    // /etc/hosts gives this machine's own name a private address, and every machine knows localhost.
    const name = 'localhost.localdomain';
    expect(await addressOf({ host: name, port: 1 })).toBeNull();
    expect(await addressOf({ host: 'no-such-host.invalid', port: 1 })).toBeNull();
    expect(await addressOf({ host: name, port: 1, address: '10.1.2.3' })).toBe('10.1.2.3');
    expect(await addressOf({ host: '127.0.0.1', port: 1 })).toBe('127.0.0.1');
    const denied: Denied[] = [];
    const relay = await openRelay({
      folder: sockets.path,
      targets: [{ host: name, port }],
      onDenied: (each) => denied.push(each),
    });
    expect((await tunnel(relay, `${name}:${port}`)).status).toBe(403);
    expect(denied).toEqual([{ target: `${name}:${port}`, method: 'CONNECT', reason: 'private_address' }]);
    await relay.close();
  });

  it('compares exactly', () => {
    const allowed = [{ host: 'API.example.org', port: 443 }];
    const isAllowed = (words: string) => {
      const asked = parseAuthority(words, 80);
      return asked !== null && findTarget(allowed, asked) !== null;
    };
    for (const yes of ['api.example.org:443', 'API.EXAMPLE.ORG.:443'])
      expect([yes, isAllowed(yes)]).toEqual([yes, true]);
    const noes = [
      'api.example.org',
      'xapi.example.org:443',
      'api.example.org.evil:443',
      'api.example.org:443:80',
      'a b:443',
      '[::1]:443',
      ':443',
    ];
    for (const no of noes) expect([no, isAllowed(no)]).toEqual([no, false]);
  });

  it('bounds its connections, and closes with all of them', async () => {
    const relay = await openRelay({ folder: sockets.path, targets: [{ host: '127.0.0.1', port }], maxConnections: 2 });
    const open = [await tunnel(relay, `127.0.0.1:${port}`), await tunnel(relay, `127.0.0.1:${port}`)];
    await expect(tunnel(relay, `127.0.0.1:${port}`)).rejects.toThrow();
    const ends = open.map(({ socket }) => once(socket, 'close'));
    await relay.close();
    await Promise.all(ends);
    await relay.close();
    expect(existsSync(relay.path)).toBe(false);
  });
});

describe('the worker socket', () => {
  it('is this user’s alone, short, and gone with its connections when closed', async () => {
    const stop = new AbortController();
    const socket = await openWorkerSocket({
      folder: sockets.path,
      onConnection: (each) => each.pipe(each),
      signal: stop.signal,
    });
    expect(socket.path.length).toBeLessThan(100);
    expect(statSync(socket.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(socket.path)).mode & 0o777).toBe(0o700);
    const client = connect(socket.path);
    client.write('ping');
    expect(String((await once(client, 'data'))[0])).toBe('ping');
    const end = once(client, 'close');
    stop.abort();
    await end;
    await socket.close();
    expect(existsSync(socket.path)).toBe(false);
  });
});

describe.runIf(isLinux)('in a jail', () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const node = (script: string) => [process.execPath, '-e', script];

  it('the launcher leads to the allowed model by proxy and by its own port, and nowhere else', async () => {
    await withRelay(async (relay, denied) => {
      const script = `
        const http = require('node:http');
        const proxy = new URL(process.env.HTTPS_PROXY);
        const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
        const ask = (options) => new Promise((resolve) => {
          const asked = http.request(options, (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
          asked.on('error', (error) => resolve(error.code)).end('x');
        });
        (async () => console.log(JSON.stringify([
          names.every((name) => process.env[name] === proxy.origin),
          await ask({ port: ${port}, host: '127.0.0.1', method: 'POST', path: '/kept' }),
          await ask({ port: proxy.port, host: proxy.hostname, method: 'POST', path: 'http://127.0.0.1:${port}/proxied' }),
          await ask({ port: proxy.port, host: proxy.hostname, method: 'POST', path: 'http://127.0.0.1:${world.daemon.port}/' }),
          await ask({ port: ${world.daemon.port}, host: '127.0.0.1' }),
        ])))();`;
      const sockets = [{ outside: relay.path, inside: inside.relay }];
      const jail = await jailed(world.spec({ mode: 'think', network: 'relay', sockets }));
      const agent = launched({ node: jail.node, agent: node(script), loopbackPorts: [port] });
      const { out, err, code } = await runIn(jail, agent);
      expect({ err, code }).toEqual({ err: '', code: 0 });
      expect(JSON.parse(out)).toEqual([true, 200, 200, 403, 'ECONNREFUSED']);
      expect(seen.map((line) => line.split(' ')[1])).toEqual(['/kept', '/proxied']);
      expect(denied).toEqual([{ target: `127.0.0.1:${world.daemon.port}`, method: 'POST', reason: 'not_allowed' }]);
    });
  });

  it('the launcher ends with the code of the agent, tells a missing one, and passes on a request to end', async () => {
    await withRelay(async (relay) => {
      const sockets = [{ outside: relay.path, inside: inside.relay }];
      const jail = await jailed(world.spec({ mode: 'think', network: 'relay', sockets }));
      const launch = (agent: readonly string[]) => launched({ node: jail.node, agent, loopbackPorts: [] });
      expect((await runIn(jail, launch(['/bin/sh', '-c', 'exit 42']))).code).toBe(42);
      expect((await runIn(jail, launch(['/bin/sh', '-c', 'kill -9 $$']))).code).toBe(137);
      const missing = await runIn(jail, launch(['/no/agent']));
      expect(missing).toMatchObject({ code: 127, err: expect.stringContaining('/no/agent did not start') });
      const script = 'trap "echo bye; exit 7" TERM; echo up; while :; do sleep 0.05; done';
      const argv = jailArgv(jail, launch(['/bin/sh', '-c', script]));
      const group = taken(await spawnGroup(argv, { cwd: '/', env: jail.env }));
      const lines = boundedLines(group.stdout, { maxLineBytes: 1000 });
      expect((await lines.next()).value).toEqual({ kind: 'line', text: 'up' });
      await killGroup(group.identity, 5000);
      expect(await group.exited).toEqual({ code: 7, signal: null });
      expect((await lines.next()).value).toEqual({ kind: 'line', text: 'bye' });
      await group.close();
    });
  });

  it('the shim is the agent’s own line to the run, until the run ends', async () => {
    const sessions: Socket[] = [];
    const socket = await openWorkerSocket({
      folder: sockets.path,
      onConnection: (each) => {
        sessions.push(each);
        each.on('data', (chunk) => each.write(`heard ${chunk}`));
      },
    });
    const jail = await jailed(
      world.spec({ mode: 'think', sockets: [{ outside: socket.path, inside: inside.worker }] }),
    );
    const { command, args } = shimCommand(jail.node);
    const group = taken(await spawnGroup(jailArgv(jail, [command, ...args]), { cwd: '/', env: jail.env }));
    group.stdin?.write('{"jsonrpc":"2.0"}\n');
    const lines = boundedLines(group.stdout, { maxLineBytes: 1000 });
    expect((await lines.next()).value).toEqual({ kind: 'line', text: 'heard {"jsonrpc":"2.0"}' });
    await sleep(20);
    expect(sessions).toHaveLength(1);
    await socket.close();
    expect(await group.exited).toMatchObject({ code: expect.any(Number) });
    await group.close();
  });
});
