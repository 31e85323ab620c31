/** Host, Origin, methods, headers and sizes, over real sockets: what a route never gets to see. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../client/credential.ts';
import type { Hello } from '../../protocol/views.ts';
import { createBodyBudget } from './body.ts';
import { codeOf, openRig, type Rig } from './rig.ts';

let rig: Rig;
let secret: string;
beforeAll(async () => {
  rig = await openRig();
  secret = await rig.token('agent');
});
afterAll(async () => {
  await rig.close();
  expect(rig.faults).toEqual([]);
});

/** `fetch` writes its own Host; a socket writes what it is told. Answers the status line and the headers. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

function statusWithHost(host: string | null, path = '/api/hello'): Promise<string> {
  const line = host === null ? '' : `Host: ${host}\r\n`;
  return raw(rig.urls.workspace, `GET ${path} HTTP/1.1\r\n${line}Connection: close\r\n\r\n`).then((answer) =>
    answer.slice(9, 12),
  );
}

describe('the path', () => {
  it('is made of plain names: what a router would read otherwise than the guards is not served', async () => {
    const { host } = new URL(rig.urls.workspace);
    const get = (path: string) => {
      const lines = [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Sec-Fetch-Site: cross-site',
        'Connection: close',
        '',
        '',
      ];
      return raw(rig.urls.workspace, lines.join('\r\n')).then((answer) => answer.slice(9, 12));
    };
    const strange = ['/%61pi/hello', '/api%2fhello', '/api/%68ello', '//api/hello', '/./api/hello', '/x/../api/hello'];
    for (const path of [...strange, '/api\\hello', '/api/hello;x', '/api/hello%3Fx', '/%2e%2e/secret', '/%00', '/%']) {
      expect(await get(path), path).toMatch(/^40[04]$/);
    }
    expect(await get('/api/hello')).toBe('403');
    expect(await get('/api/hello?x=%61')).toBe('403');
  });

  it('is the one that was signed', async () => {
    const signer = await rig.pair();
    const { nonces, epoch } = (await (await fetch(`${rig.urls.desk}/api/hello`)).json()) as Hello;
    const target = `${rig.urls.desk}/api/%72ead_access`;
    const fields = { method: 'POST', target, body: '{}', nonce: nonces[0] ?? '', epoch };
    const response = await fetch(target, { method: 'POST', headers: await signedHeaders(signer, fields), body: '{}' });
    expect(await codeOf(response)).toBe('404 unknown_operation');
  });
});

describe('a body', () => {
  /** What is answered to the head alone, while the body is still to come. */
  async function answerToHead(headers: Record<string, string>): Promise<string> {
    const { host, port } = new URL(rig.urls.desk);
    const socket = connect(Number(port), '127.0.0.1');
    const lines = Object.entries({ Host: host, 'Content-Length': '3000000', ...headers }).map(([k, v]) => `${k}: ${v}`);
    socket.write(`POST /api/read_access HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const answer = await new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve('none'), 1_000);
      socket.once('data', (chunk) => {
        clearTimeout(timer);
        resolve(/"code":"(\w+)"/.exec(String(chunk))?.[1] ?? String(chunk));
      });
    });
    socket.destroy();
    return answer;
  }

  it('is not read for a key that nobody enrolled, nor with a nonce that is not fresh', async () => {
    const [key] = rig.app.state().tables.key.values();
    const [nonce = ''] = ((await (await fetch(`${rig.urls.desk}/api/hello`)).json()) as Hello).nonces;
    const signature = { 'X-Sidekicks-Signature': 'A'.repeat(86) };
    const known = { 'X-Sidekicks-Key': key?.id ?? '', ...signature };
    expect(await answerToHead({ 'X-Sidekicks-Key': 'a'.repeat(64), 'X-Sidekicks-Nonce': nonce, ...signature })).toBe(
      'unauthenticated',
    );
    expect(await answerToHead({ ...known, 'X-Sidekicks-Nonce': 'made-up' })).toBe('nonce_expired');
    expect(await answerToHead({ ...known, 'X-Sidekicks-Nonce': nonce })).toBe('none');
  });

  it('finds only so many bytes on their way in at once', () => {
    const budget = createBodyBudget(10);
    expect([budget.take(6), budget.take(5), budget.take(4), budget.take(1)]).toEqual([true, false, true, false]);
    budget.give(6);
    expect(budget.take(6)).toBe(true);
  });
});

describe('Host', () => {
  it('is exactly one of ours', async () => {
    const { port } = new URL(rig.urls.workspace);
    const { port: other } = new URL(rig.urls.desk);
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await statusWithHost(`${name}:${port}`)).toBe('200');
    const foreign = [
      `evil.test:${port}`,
      `localhost:${other}`,
      'localhost',
      `localhost.:${port}`,
      `LOCALHOST:${port}`,
      `0.0.0.0:${port}`,
      `127.0.0.1.evil.test:${port}`,
      `localhost:${port}@evil.test`,
      `sub.localhost:${port}`,
      '',
    ];
    for (const host of foreign) expect(await statusWithHost(host), host).toMatch(/^40[03]$/);
    expect(await statusWithHost(null)).toBe('400');
  });

  it('is not replaced by an absolute target', async () => {
    const { port } = new URL(rig.urls.workspace);
    expect(await statusWithHost(`localhost:${port}`, `http://localhost:${port}/api/hello`)).toBe('403');
    expect(await statusWithHost(`evil.test:${port}`, `http://localhost:${port}/api/hello`)).toBe('403');
  });
});

describe('Origin', () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${rig.urls.workspace}/api/get_workspace_state`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, ...headers },
    });

  it('may be missing or ours, never another', async () => {
    expect((await call({})).status).toBe(200);
    expect((await call({ origin: rig.urls.workspace })).status).toBe(200);
    expect((await call({ origin: rig.urls.workspace, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const { port } = new URL(rig.urls.workspace);
    for (const origin of [
      'null',
      'http://evil.test',
      rig.urls.desk,
      `http://127.0.0.1:${port}`,
      `https://localhost:${port}`,
    ]) {
      const response = await call({ origin });
      expect(response.status, origin).toBe(403);
      expect((await response.json()) as object).toMatchObject({ error: { code: 'bad_origin' } });
    }
  });

  it('another port of localhost is same-site, and that is not enough', async () => {
    for (const site of ['same-site', 'cross-site', 'none'])
      expect((await call({ 'sec-fetch-site': site })).status).toBe(403);
    for (const [site, status] of [
      ['same-site', 403],
      ['cross-site', 403],
      ['none', 200],
    ] as const) {
      const response = await fetch(`${rig.urls.workspace}/api/hello`, { headers: { 'sec-fetch-site': site } });
      expect(response.status).toBe(status);
    }
  });

  it('is no credential', async () => {
    const response = await call({ origin: rig.urls.workspace, authorization: '' });
    expect(response.status).toBe(401);
  });
});

describe('every answer', () => {
  it('carries the security headers and no CORS header', async () => {
    const origins = [rig.urls.workspace, rig.urls.desk];
    const paths = ['/', '/healthz', '/api/hello', '/api/nothing', '/mcp', '/local/status', '/assets/none.js', '/.env'];
    for (const url of origins) {
      for (const path of paths) {
        const { headers } = await fetch(`${url}${path}`, { headers: { origin: url } });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
        expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
        expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
        const tools = url === rig.urls.desk ? 'tools=()' : 'tools=(self)';
        expect(headers.get('permissions-policy')?.split(', ')).toContain(tools);
      }
    }
  });

  it('to OPTIONS is 405', async () => {
    const headers = { origin: rig.urls.workspace, 'access-control-request-method': 'POST' };
    for (const path of ['/', '/api/get_workspace_state', '/mcp']) {
      const response = await fetch(`${rig.urls.workspace}${path}`, { method: 'OPTIONS', headers });
      expect(response.status).toBe(405);
      expect([...response.headers.keys()].some((name) => name.startsWith('access-control'))).toBe(false);
    }
  });
});

describe('bodies', () => {
  const send = (body: RequestInit['body'], extra: object = {}) =>
    fetch(`${rig.urls.workspace}/api/search_tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: body ?? null,
      ...extra,
    });

  it('over 3 MiB are refused, with or without a length', async () => {
    expect((await send('x'.repeat(10_000_000))).status).toBe(413);
    const chunk = new Uint8Array(500_000);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let count = 0; count < 8; count++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const response = await send(stream, { duplex: 'half' });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
    expect((await send('{}')).status).toBe(200);
  });

  it('must be JSON with unique keys, well-formed and not deep', async () => {
    const answers = async (body: string) => {
      const response = await send(body);
      const { error } = (await response.json()) as { error: { code: string; problems?: { path: string }[] } };
      return `${response.status} ${error.code} ${error.problems?.[0]?.path}`;
    };
    expect(await answers('{"text":')).toBe('400 invalid_json ');
    expect(await answers('{"text":"a","text":"b"}')).toBe('400 invalid_json /text');
    expect(await answers('{"text":"\\ud800"}')).toBe('422 invalid_input /text');
    expect(await answers(`{"text":${'['.repeat(200)}${']'.repeat(200)}}`)).toMatch(/^422 invalid_input \/text/);
    expect(await answers('{"__proto__":{"text":"x"}}')).toBe('422 invalid_input /__proto__');
    expect(await answers('{"constructor":1}')).toBe('422 invalid_input /constructor');
    expect(await answers('[]')).toBe('422 invalid_input ');
    expect(await answers('{"approved":true}')).toBe('422 invalid_input /approved');
  });
});
