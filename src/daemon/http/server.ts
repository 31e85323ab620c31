/**
 * The HTTP servers of one origin. They are made before anything is known but the origin (binding needs them, and the
 * ports decide the addresses), so what comes in before `attach` waits for it.
 */
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Http } from './edge.ts';

/** Longer than the 4 s that Node's own client keeps a connection, so that it never writes into a closed one. */
const KEEP_ALIVE_MS = 30_000;
/** All bodies come over loopback, the largest of 12 MB in a moment; a sender that takes longer only holds a place. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 60_000;
/** A browser takes six to an origin, each agent a few, each feed one. Below the files that a process may have open. */
const MAX_CONNECTIONS = 2048;
/** How long answers under way may take when the daemon closes. */
const GRACE_MS = 3000;

export interface OriginServers {
  /** One for each address that is bound. */
  make(): Server;
  attach(app: Hono<Http>): void;
  /** Stops accepting, lets answers under way end, cuts the rest. */
  close(): Promise<void>;
}

export function createOriginServers(): OriginServers {
  const servers: Closable[] = [];
  let attach: (app: Hono<Http>) => void = () => undefined;
  const attached = new Promise<Hono<Http>>((resolve) => {
    attach = resolve;
  });
  const listener = getRequestListener(async (request, env) => {
    const app = await attached;
    return app.fetch(request, env as Http['Bindings']);
  });
  return {
    attach: (app) => attach(app),
    make() {
      const timeouts = { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS };
      const server = createServer(timeouts, listener);
      server.maxConnections = MAX_CONNECTIONS;
      servers.push({ server, connections: watchConnections(server) });
      return server;
    },
    async close() {
      await Promise.all(servers.filter(({ server }) => server.listening).map(closeServer));
    },
  };
}

interface Connections {
  /** Closes what has no answer under way, now and from now on. */
  drain(): void;
}

interface Closable {
  readonly server: Server;
  readonly connections: Connections;
}

/**
 * Node's own `closeIdleConnections` spares connections that never sent a request, and browsers open such ones ahead:
 * every stop would take the whole grace.
 */
function watchConnections(server: Server): Connections {
  /** Socket -> answers under way. */
  const sockets = new Map<Socket, number>();
  let isDraining = false;
  const closeIfIdle = (socket: Socket) => {
    if (isDraining && sockets.get(socket) === 0) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    sockets.set(socket, 0);
    socket.once('close', () => sockets.delete(socket));
    closeIfIdle(socket);
  });
  server.on('request', ({ socket }, response) => {
    sockets.set(socket, (sockets.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (!sockets.has(socket)) return;
      sockets.set(socket, (sockets.get(socket) ?? 1) - 1);
      closeIfIdle(socket);
    });
  });
  return {
    drain() {
      isDraining = true;
      for (const socket of sockets.keys()) closeIfIdle(socket);
    },
  };
}

function closeServer({ server, connections }: Closable): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    connections.drain();
  });
}
