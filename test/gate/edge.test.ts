/** The edge of the daemon: which addresses it listens on, whom it hears, what every answer says about itself. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLinux } from '../../src/kit/needs.ts';
import { raw, send } from './request.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

const origins = ['workspace', 'desk'] as const;
const urlOf = (origin: (typeof origins)[number]) => (origin === 'desk' ? scene.daemon.deskUrl : scene.daemon.url);

const line = (status: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(status)?.[1] ?? 0);

describe.each(origins)('the %s origin', (origin) => {
  test.each(['localhost', '127.0.0.1', '[::1]'])('hears %s', async (name) => {
    const { port } = new URL(urlOf(origin));
    expect(line(await raw(urlOf(origin), `GET /healthz HTTP/1.1\r\nHost: ${name}:${port}\r\n\r\n`))).toBe(200);
  });

  test.each([
    ['another name', 'evil.test'],
    ['another name with our port', 'evil.test:PORT'],
    ['a name that ends like ours', 'evil.localhost:PORT'],
    ['a name that begins like ours', 'localhost.evil.test:PORT'],
    ['all addresses', '0.0.0.0:PORT'],
    ['another loopback address', '127.0.0.2:PORT'],
    ['the address as a number', '2130706433:PORT'],
    ['a dot at the end', 'localhost.:PORT'],
    ['no port', 'localhost'],
    ['another port', 'localhost:1'],
    ['the port of the other origin', 'localhost:OTHER'],
    ['capital letters', 'LOCALHOST:PORT'],
    ['somebody in front', 'localhost:PORT@evil.test'],
    ['nothing', ''],
  ])('does not hear %s', async (_, host) => {
    const { port } = new URL(urlOf(origin));
    const other = new URL(urlOf(origin === 'desk' ? 'workspace' : 'desk')).port;
    const name = host.replace('PORT', port).replace('OTHER', other);
    for (const path of ['/', '/healthz', '/api/hello', '/api/read_workspace']) {
      const answer = await raw(urlOf(origin), `GET ${path} HTTP/1.1\r\nHost: ${name}\r\n\r\n`);
      expect([400, 403], `${path} ${answer.slice(0, 100)}`).toContain(line(answer));
    }
  });

  test('does not hear a request without a Host, with two, or with a whole address as its target', async () => {
    const { host } = new URL(urlOf(origin));
    for (const text of [
      'GET /api/hello HTTP/1.1\r\n\r\n',
      'GET /api/hello HTTP/1.0\r\n\r\n',
      `GET /api/hello HTTP/1.1\r\nHost: evil.test\r\nHost: ${host}\r\n\r\n`,
      `GET http://evil.test/api/hello HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET http://${host}/api/hello HTTP/1.1\r\nHost: evil.test\r\n\r\n`,
    ]) {
      expect([400, 403], text).toContain(line(await raw(urlOf(origin), text)));
    }
  });

  test.each([
    ['a foreign one', 'http://evil.test'],
    ['null', 'null'],
    ['ours over TLS', 'https://localhost:PORT'],
    ['the other origin of ours', 'OTHER'],
    ['another name of ours', 'http://127.0.0.1:PORT'],
    ['a longer one', 'http://localhost:PORT.evil.test'],
    ['an empty one', ''],
  ])('answers nothing to the Origin %s', async (_, given) => {
    const other = urlOf(origin === 'desk' ? 'workspace' : 'desk');
    const value = given.replace('PORT', new URL(urlOf(origin)).port).replace('OTHER', other);
    const headers = { origin: value, authorization: `Bearer ${scene.token}` };
    for (const [method, path] of [
      ['GET', '/api/hello'],
      ['POST', '/api/search_tasks'],
      ['POST', '/api/approve_proposal'],
      ['POST', '/api/pair'],
      ['POST', '/api/visitor'],
      ['POST', '/mcp'],
    ] as const) {
      const { status, refusal } = await send(urlOf(origin), {
        method,
        path,
        headers,
        body: method === 'POST' ? '{}' : '',
      });
      expect([status, refusal?.code], `${method} ${path}`).toEqual([403, 'bad_origin']);
    }
  });

  test.each(['cross-site', 'same-site', 'none'])('takes no request from a page that is %s', async (site) => {
    const headers = { 'sec-fetch-site': site, authorization: `Bearer ${scene.token}` };
    const reply = await send(urlOf(origin), { method: 'POST', path: '/api/get_workspace_state', headers, body: '{}' });
    expect(reply).toMatchObject({ status: 403, refusal: { code: 'bad_origin' } });
  });

  test('gives nothing for a missing Origin: a credential is asked for', async () => {
    for (const path of ['/api/get_workspace_state', '/api/read_workspace', '/api/create_task', '/api/search_tasks']) {
      const { status } = await send(urlOf(origin), { method: 'POST', path, body: '{}' });
      expect(status, path).toBe(401);
    }
    const { status } = await send(urlOf(origin), { method: 'GET', path: '/api/feed?after=0' });
    expect(status).toBe(401);
  });

  test('says nothing about CORS, whoever asks', async () => {
    for (const from of [urlOf(origin), 'http://evil.test', null]) {
      for (const path of ['/', '/api/search_tasks', '/api/approve_proposal', '/mcp', '/api/pair', '/nothing']) {
        const headers = {
          ...(from && { origin: from }),
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
          'access-control-request-private-network': 'true',
        };
        for (const method of ['OPTIONS', 'GET', 'POST']) {
          const reply = await send(urlOf(origin), { method, path, headers });
          const names = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'));
          expect(names, `${method} ${path}`).toEqual([]);
          if (method === 'OPTIONS') expect([403, 405], path).toContain(reply.status);
        }
      }
    }
  });

  test('every answer carries the same strict headers', async () => {
    const answers = await Promise.all(
      [
        { method: 'GET', path: '/' },
        { method: 'GET', path: '/api/hello' },
        { method: 'GET', path: '/nothing.js' },
        { method: 'POST', path: '/api/search_tasks', body: '{}' },
        { method: 'POST', path: '/api/pair', body: 'garbage' },
        { method: 'OPTIONS', path: '/' },
        { method: 'GET', path: '/', headers: { host: 'evil.test' } },
        { method: 'GET', path: '/api/hello', headers: { origin: 'http://evil.test' } },
      ].map((sent) => send(urlOf(origin), sent)),
    );
    const pick = ['content-security-policy', 'permissions-policy', 'x-content-type-options', 'referrer-policy'];
    const strict = [
      ...pick,
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'x-powered-by',
      'set-cookie',
      'server',
    ];
    const [first, ...others] = answers.map(({ headers }) =>
      Object.fromEntries(strict.map((name) => [name, headers[name]])),
    );
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchSnapshot();
  });

  test('API answers are never kept, and stay JSON', async () => {
    for (const path of ['/api/hello', '/api/nonces', '/api/none']) {
      const { headers } = await send(urlOf(origin), { method: 'GET', path });
      expect(headers, path).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });

  test('who asks without a key learns how to pair, and nothing of the workspace', async () => {
    const { json } = await send(urlOf(origin), { method: 'GET', path: '/api/hello' });
    expect(Object.keys(json as object).sort()).toEqual([
      'app',
      'deskUrl',
      'epoch',
      'hadPerson',
      'lines',
      'nonces',
      'openExample',
      'recoveredAt',
      'terminalPairs',
      'version',
      'workspaceName',
      'workspaceUrl',
    ]);
    expect(Object.keys((json as { lines: object }).lines)).toEqual(['pair', 'recover']);
  });

  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../cli.js',
    '/.env',
    '//etc/passwd',
    '/assets/%00.js',
    '/\\..\\cli.js',
  ])('serves no file outside its pages: %s', async (path) => {
    const { host } = new URL(urlOf(origin));
    const answer = await raw(urlOf(origin), `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    // What climbs back to a plain path of the page's own gets its document, as any such path does.
    const isDocument = line(answer) === 200 && answer.toLowerCase().includes('content-type: text/html');
    if (!isDocument) expect([308, 400, 403, 404], answer.slice(0, 200)).toContain(line(answer));
    expect(answer).not.toMatch(/root:|"dependencies"|#!\/usr/);
  });
});

describe('the listeners', () => {
  const ports = () => [scene.daemon.url, scene.daemon.deskUrl].map((url) => Number(new URL(url).port));

  test.runIf(isLinux())('are on loopback addresses and nowhere else', () => {
    const bound = listenersOf(scene.daemon.pid);
    const onLoopback = bound.filter(({ address }) => address === '127.0.0.1').map(({ port }) => port);
    expect(onLoopback.sort()).toEqual(ports());
    expect(bound.filter(({ address }) => address !== '127.0.0.1' && address !== '::1')).toEqual([]);
  });

  test('cannot be reached under the other addresses of this machine', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, internal, scopeid } of addresses) {
      // A link-local address means nothing without its interface.
      if (internal || scopeid) continue;
      for (const port of ports()) expect(await canConnect(address, port), address).toBe(false);
    }
  });
});

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const answer = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}

/** What `ss -ltn` reads: the sockets of the process that listen. */
function listenersOf(pid: number): readonly { readonly address: string; readonly port: number }[] {
  const own = new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`)));
  return ['tcp', 'tcp6'].flatMap((family) => {
    const rows = readFileSync(`/proc/${pid}/net/${family}`, 'latin1').trim().split('\n').slice(1);
    return rows.flatMap((row) => {
      const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
      const [address = '', port = ''] = local.split(':');
      const isOurs = state === '0A' && own.has(`socket:[${inode}]`);
      return isOurs ? [{ address: addressOf(address), port: Number.parseInt(port, 16) }] : [];
    });
  });
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // closed meanwhile
  }
}

/** Written in words of four bytes, each the other way round. */
function addressOf(hex: string): string {
  if (hex === '00000000000000000000000001000000') return '::1';
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return bytes.length === 4 ? bytes.reverse().join('.') : hex;
}
