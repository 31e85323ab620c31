import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Home, openHome } from './folder.ts';
import { type BoundPair, bindPair, type OriginName, storedPort } from './ports.ts';

const has6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
const addresses = has6 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];

let home: Home;
let opened: { close(): unknown }[];
beforeEach(() => {
  opened = [];
  home = newHome();
});
afterEach(async () => {
  for (const one of opened) await one.close();
});

function newHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'sidekicks-ports-'));
  const result = openHome(folder);
  if (!result.ok) throw new Error(result.refusal.message);
  opened.push({ close: () => rmSync(folder, { recursive: true, force: true }) });
  return result.value;
}

/** Says which origin it is. */
const serve = (origin: OriginName): Server => createHttpServer((_, answer) => answer.end(origin));

async function bind(port: number | undefined, of = home): Promise<BoundPair> {
  const result = await bindPair(of, port, serve);
  if (!result.ok) throw new Error(result.refusal.code);
  opened.push(result.value);
  return result.value;
}

async function occupy(port: number, host: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  opened.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return server;
}

describe('the pair of ports', () => {
  it('listens on loopback alone, on every loopback address, and each origin on its own port', async () => {
    const { port, deskPort, servers } = await bind(0);
    expect(deskPort).toBe(port + 1);
    const bound = (['workspace', 'desk'] as const).map((origin) =>
      servers[origin].map((server) => server.address() as AddressInfo),
    );
    expect(bound.map((all) => all.map(({ address }) => address))).toEqual([addresses, addresses]);
    for (const address of addresses) {
      const host = address === '::1' ? '[::1]' : address;
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('workspace');
      expect(await (await fetch(`http://${host}:${deskPort}/`)).text()).toBe('desk');
    }
  });

  it('is kept: the next starts use it, with 0, with its number and without a number', async () => {
    const first = await bind(0);
    await first.close();
    expect(storedPort(home)).toBe(first.port);
    expect(statSync(home.config).mode & 0o777).toBe(0o600);
    for (const asked of [0, undefined, first.port]) {
      const again = await bind(asked);
      expect(again.port).toBe(first.port);
      await again.close();
    }
  });

  it('is not exchanged for another one', async () => {
    const { port, close } = await bind(0);
    await close();
    expect(await bindPair(home, port + 2, serve)).toMatchObject({ ok: false, refusal: { code: 'port_fixed' } });
    expect(storedPort(home)).toBe(port);
  });

  it('is stored beside what else the file holds, and only once it is bound', async () => {
    writeFileSync(home.config, '{"theme":"dark"}');
    const taken = await bind(0, newHome());
    expect(await bindPair(home, taken.port, serve)).toMatchObject({ ok: false, refusal: { code: 'port_taken' } });
    expect(storedPort(home)).toBeNull();
    const { port } = await bind(0);
    expect(JSON.parse(readFileSync(home.config, 'utf8'))).toEqual({ theme: 'dark', port });
  });

  it.each([
    ['the workspace', 0, '127.0.0.1'],
    ['the desk', 1, '127.0.0.1'],
    ...(has6 ? ([['the desk, on IPv6', 1, '::1']] as const) : []),
  ] as const)('fails as a whole when the port of %s is taken', async (_, offset, address) => {
    const { port, close } = await bind(0);
    await close();
    await occupy(port + offset, address);
    const refused = await bindPair(home, undefined, serve);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'port_taken' } });
    expect(!refused.ok && refused.refusal.message).toContain(String(port + offset));
    // Nothing of it is left bound: the other three can be had.
    for (const other of [0, 1]) {
      for (const host of addresses) if (other !== offset || host !== address) await occupy(port + other, host);
    }
  });

  it('says when another home of Sidekicks has the port', async () => {
    const other = createHttpServer((_, answer) => answer.end('{"app":"sidekicks"}'));
    await new Promise<void>((resolve) => other.listen({ port: 0, host: '127.0.0.1' }, resolve));
    try {
      const refused = await bindPair(home, (other.address() as AddressInfo).port, serve);
      expect(refused).toMatchObject({ refusal: { message: expect.stringContaining('another home of Sidekicks') } });
    } finally {
      other.close();
    }
  });

  it('is drawn so that homes that start at once get pairs of their own', async () => {
    const pairs = await Promise.all(Array.from({ length: 12 }, () => bind(0, newHome())));
    expect(new Set(pairs.flatMap(({ port, deskPort }) => [port, deskPort])).size).toBe(24);
  });

  it.each([-1, 65_535, 65_536, 1.5, Number.NaN])('is not %s', async (port) => {
    expect(await bindPair(home, port, serve)).toMatchObject({ ok: false, refusal: { code: 'bad_port' } });
  });
});
