/** The built pages as files: what is served, how it may be kept, and that nothing else of the disk is. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRig, type Rig } from './rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidekicks-pages-'));
let rig: Rig;
beforeAll(async () => {
  for (const origin of ['workspace', 'desk']) {
    mkdirSync(join(folder, origin, 'assets'), { recursive: true });
    writeFileSync(join(folder, origin, 'index.html'), `<!doctype html><title>${origin}</title>`);
    writeFileSync(join(folder, origin, 'assets/main-abc123.js'), 'export {};');
    writeFileSync(join(folder, origin, 'icon.svg'), '<svg/>');
  }
  writeFileSync(join(folder, 'outside.js'), 'secret');
  writeFileSync(join(folder, 'workspace/.hidden.js'), 'secret');
  writeFileSync(join(folder, 'workspace/notes.txt'), 'secret');
  rig = await openRig({ pages: folder });
});
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${rig.urls.workspace}${path}`, { redirect: 'manual', ...init });
}

/** `fetch` tidies paths up before it sends them. */
function rawGet(path: string): Promise<string> {
  const { host, port } = new URL(rig.urls.workspace);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    let answer = '';
    socket
      .on('data', (chunk) => (answer += chunk))
      .on('end', () => resolve(answer))
      .on('error', reject);
  });
}

describe('pages', () => {
  it('are one document for every route of the page, never kept', async () => {
    for (const path of ['/', '/proposal/0192', '/tasks?open=T-1']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).toContain('<title>workspace</title>');
    }
    expect(await (await fetch(`${rig.urls.desk}/imports`)).text()).toContain('<title>desk</title>');
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('have files that may be kept for ever when their name says so', async () => {
    const script = await get('/assets/main-abc123.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it('are asked for on localhost', async () => {
    const { port } = new URL(rig.urls.workspace);
    const response = await fetch(`http://127.0.0.1:${port}/tasks?x=1`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(`${rig.urls.workspace}/tasks?x=1`);
    expect((await fetch(`http://127.0.0.1:${port}/api/hello`)).status).toBe(200);
  });

  it('are all of the disk that is served', async () => {
    const paths = [
      '/../outside.js',
      '/%2e%2e/outside.js',
      '/..%2foutside.js',
      '/assets/../../outside.js',
      '/assets//..//..//outside.js',
      '/.hidden.js',
      '/notes.txt',
      '/..\\outside.js',
      '/assets/%00.js',
      '/.well-known/oauth-protected-resource',
      '//etc/passwd',
    ];
    for (const path of paths) {
      const answer = await rawGet(path);
      expect(answer, path).not.toContain('secret');
      expect(answer.slice(9, 12), path).toMatch(/^(404|308|400)$/);
    }
    expect((await get('/assets/absent.js')).status).toBe(404);
    expect((await get('/tasks', { method: 'POST' })).status).toBe(404);
  });
});
