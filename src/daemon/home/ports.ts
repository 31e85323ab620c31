/**
 * The pair of ports: the workspace's and, one above it, the desk's. Browser keys belong to an origin, and so to a port:
 * once a home has its pair, it keeps it.
 */
import { randomInt } from 'node:crypto';
import type { Server } from 'node:net';
import { done, type Result, refuse } from '../../kit/result.ts';
import { hint } from '../hint.ts';
import type { Home } from './folder.ts';
import { codeOf, readJson, writePrivate } from './private-file.ts';

export type OriginName = 'workspace' | 'desk';

export interface BoundPair {
  readonly port: number;
  readonly deskPort: number;
  /** One per loopback address. */
  readonly servers: Readonly<Record<OriginName, readonly Server[]>>;
  close(): Promise<void>;
}

export const DEFAULT_PORT = 4141;
const DRAWS = 50;
/** Below lie the ports that browsers refuse to open, above those that systems give to outgoing connections. */
const DRAWN = { from: 20_000, below: 32_000 };
/** The only ones that are ever bound; no flag adds another. */
const ADDRESSES = ['127.0.0.1', '::1'] as const;

/** Null before the first start. */
export function storedPort(home: Home): number | null {
  const port = readJson(home.config)?.port;
  return typeof port === 'number' && isPort(port) ? port : null;
}

/**
 * Binds the home's pair and stores it. `asked` is `--port`: undefined = the stored pair, else the default one; 0 = the
 * stored pair, else any free one. Refused `port_fixed`, `port_taken` or `bad_port`, with nothing left bound.
 *
 * `makeServer` is called for each listening socket; its server accepts connections as soon as its pair is whole.
 */
export async function bindPair(
  home: Home,
  asked: number | undefined,
  makeServer: (origin: OriginName) => Server,
): Promise<Result<BoundPair>> {
  if (asked !== undefined && asked !== 0 && !isPort(asked)) {
    return refuse({
      code: 'bad_port',
      message: `${asked} is not a port from 1 to 65534.`,
      next: 'Choose another one.',
    });
  }
  const stored = storedPort(home);
  if (stored !== null && asked && asked !== stored) return refuse(portFixed(stored, asked));
  const bound =
    stored === null && asked === 0
      ? await drawPair(makeServer)
      : await tryPair(stored ?? (asked || DEFAULT_PORT), makeServer);
  if (typeof bound === 'number') return refuse(portTaken(home, bound, stored !== null, await isSidekicks(bound)));
  if (stored === null) writePrivate(home.config, `${JSON.stringify({ ...readJson(home.config), port: bound.port })}\n`);
  return done(bound);
}

function portFixed(stored: number, asked: number) {
  return {
    code: 'port_fixed',
    message: `This home uses ports ${stored} and ${stored + 1}; ${asked} would cut off every browser that is paired with it.`,
    next: `Start without --port, with --port ${stored}, or with another --home.`,
  };
}

/** Whether another daemon of ours listens there. What does not answer within a second is none. */
export async function isSidekicks(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/hello`, { signal: AbortSignal.timeout(1000) });
    return ((await answer.json()) as { readonly app?: unknown } | null)?.app === 'sidekicks';
  } catch {
    return false;
  }
}

function portTaken({ path }: Home, port: number, isStored: boolean, isOurs: boolean) {
  const stop = isOurs ? `Stop it (${hint('stop', 'DIR')}, DIR being that home)` : 'Stop that program';
  return {
    code: 'port_taken',
    message: `Port ${port} cannot be used: ${isOurs ? 'another home of Sidekicks runs there' : 'another program listens on it, or it may not be opened'}.`,
    next: isStored
      ? `${stop}; this home keeps its ports.`
      : `${stop}, or start once on another pair, which this home then keeps (N and N+1 must be free): ${hint('--port N --no-open', path)}. What should run beside it goes into another terminal.`,
  };
}

async function drawPair(makeServer: (origin: OriginName) => Server): Promise<BoundPair | number> {
  let last = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const bound = await tryPair(randomInt(DRAWN.from, DRAWN.below), makeServer);
    if (typeof bound !== 'number') return bound;
    last = bound;
  }
  return last;
}

/** All listeners of the pair, or the port that could not be bound and none of them. */
async function tryPair(port: number, makeServer: (origin: OriginName) => Server): Promise<BoundPair | number> {
  const servers: Record<OriginName, Server[]> = { workspace: [], desk: [] };
  const close = async () => {
    await Promise.all([...servers.workspace, ...servers.desk].map(closed));
  };
  for (const origin of ['workspace', 'desk'] as const) {
    const wanted = origin === 'workspace' ? port : port + 1;
    for (const address of ADDRESSES) {
      const server = makeServer(origin);
      const outcome = await listen(server, wanted, address);
      if (outcome === 'bound') servers[origin].push(server);
      if (outcome === 'taken') {
        await close();
        return wanted;
      }
    }
  }
  return { port, deskPort: port + 1, servers, close };
}

function listen(
  server: Server,
  port: number,
  address: (typeof ADDRESSES)[number],
): Promise<'bound' | 'taken' | 'absent'> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error) ?? '';
      if (['EADDRINUSE', 'EACCES', 'EPERM'].includes(code)) resolve('taken');
      else if (address === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(code)) resolve('absent');
      else reject(error);
    });
    server.listen({ port, host: address, ipv6Only: address === '::1', exclusive: true }, () => {
      server.removeAllListeners('error');
      resolve('bound');
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // An http.Server waits for idle connections otherwise.
    if ('closeAllConnections' in server) (server as { closeAllConnections(): void }).closeAllConnections();
  });
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_534;
}
