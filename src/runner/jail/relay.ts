/**
 * The jail's one exit: an HTTP proxy on a unix socket, outside, in the daemon. Reaches the named model hosts and nothing
 * else; says 403 to the rest and counts it. Never looks into what it carries and never resolves a name for the agent
 * into the machine's own networks.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenPrivately } from './private-socket.ts';
import { addressOf, findTarget, parseAuthority, type RelayTarget } from './targets.ts';

export interface Denied {
  /** As asked for, at most 300 characters. */
  readonly target: string;
  readonly method: string;
  readonly reason: 'not_allowed' | 'private_address' | 'not_a_proxy_request';
}

export interface Relay {
  /** Bind it into the jail at `inside.relay`. */
  readonly path: string;
  counts(): { readonly allowed: number; readonly denied: number };
  /** Cuts every connection. Idempotent. */
  close(): Promise<void>;
}

export interface RelayOptions {
  readonly targets: readonly RelayTarget[];
  /** Holds the socket. */
  readonly folder: string;
  readonly onDenied?: (denied: Denied) => void;
  /** Default 64. */
  readonly maxConnections?: number;
  readonly signal?: AbortSignal;
}

/** A model may think for minutes between two bytes. */
const idleMs = 15 * 60_000;
const connectMs = 20_000;

export async function openRelay(options: RelayOptions): Promise<Relay> {
  const counted = { allowed: 0, denied: 0 };
  const outgoing = new Set<Socket>();
  const gate = async (text: string, method: string, defaultPort?: number) => {
    const verdict = await judge(options.targets, text, defaultPort);
    if (typeof verdict !== 'string') counted.allowed += 1;
    else {
      counted.denied += 1;
      options.onDenied?.({ target: text.slice(0, 300), method, reason: verdict });
    }
    return verdict;
  };
  // A long answer is not a slow client: only the head of a request has a deadline.
  const server = createServer({ requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 30_000 });
  server.maxConnections = options.maxConnections ?? 64;
  let isClosed = false;
  const keep = (socket: Socket) => {
    // A name was being looked up while we closed.
    if (isClosed) socket.destroy();
    outgoing.add(socket);
    socket.once('close', () => outgoing.delete(socket));
  };
  server.on('connect', (asked, client, head) => {
    void tunnel({ asked, client, head }, gate, keep).catch(() => client.destroy());
  });
  server.on('request', (asked, answer) => void forward(asked, answer, gate, keep).catch(() => answer.destroy()));
  server.on('clientError', (_error, client) => client.destroy());
  const socket = await listenPrivately(server, options.folder, options.signal);
  return {
    path: socket.path,
    counts: () => ({ ...counted }),
    close: async () => {
      isClosed = true;
      for (const each of outgoing) each.destroy();
      await socket.close();
    },
  };
}

interface Reachable {
  readonly address: string;
  readonly target: RelayTarget;
}

type Gate = (text: string, method: string, defaultPort?: number) => Promise<Reachable | Denied['reason']>;
type Keep = (socket: Socket) => void;

async function judge(allowed: readonly RelayTarget[], text: string, defaultPort: number | undefined) {
  const asked = parseAuthority(text, defaultPort);
  if (!asked) return 'not_a_proxy_request';
  const target = findTarget(allowed, asked);
  if (!target) return 'not_allowed';
  const address = await addressOf(target);
  return address === null ? 'private_address' : { address, target };
}

/** CONNECT host:port, then bytes both ways. */
async function tunnel(
  { asked, client, head }: { asked: IncomingMessage; client: Duplex; head: Buffer },
  gate: Gate,
  keep: Keep,
): Promise<void> {
  client.on('error', () => {});
  const verdict = await gate(asked.url ?? '', 'CONNECT');
  if (typeof verdict === 'string') {
    client.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nX-Denied: ${verdict}\r\nConnection: close\r\n\r\n`);
    return;
  }
  const server = connect({ host: verdict.address, port: verdict.target.port, allowHalfOpen: true });
  keep(server);
  server.setTimeout(connectMs, () => server.destroy());
  const established = () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  let isOpen = false;
  server.once('connect', () => {
    isOpen = true;
    server.setTimeout(idleMs);
    established();
    // What the client said without waiting for the answer.
    if (head.length > 0) server.write(head);
    server.pipe(client);
    client.pipe(server);
  });
  server.on('error', () => (isOpen ? client.destroy() : client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')));
  server.on('close', () => client.destroy());
  client.on('close', () => server.destroy());
}

/** Says which hop a header belongs to; never passed on (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** GET http://host:port/path and its kind, for model hosts without TLS. */
async function forward(asked: IncomingMessage, answer: ServerResponse, gate: Gate, keep: Keep): Promise<void> {
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null;
  const isProxied = url?.protocol === 'http:';
  const verdict = await gate(isProxied ? url.host : (asked.url ?? ''), asked.method ?? '', isProxied ? 80 : undefined);
  if (typeof verdict === 'string' || !url) {
    answer.writeHead(403, { 'x-denied': String(verdict), connection: 'close' }).end();
    return;
  }
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !hopByHop.has(name)));
  const upstream = request({
    host: verdict.address,
    port: verdict.target.port,
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    // The name that was allowed, whatever the client wrote beside it.
    headers: { ...headers, host: url.host },
    agent: false,
    timeout: idleMs,
  });
  upstream.on('socket', keep);
  upstream.on('timeout', () => upstream.destroy());
  upstream.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  upstream.on('response', (response) => {
    const kept = Object.entries(response.headers).filter(([name]) => !hopByHop.has(name));
    answer.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
    response.pipe(answer);
    response.on('error', () => answer.destroy());
  });
  answer.on('close', () => upstream.destroy());
  asked.pipe(upstream);
}
