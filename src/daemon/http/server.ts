/** Serves one origin on sockets that are bound already. Opens nothing itself: which addresses, the home decides. */
import { createServer, type Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Http } from './edge.ts';

/** Longer than the 4 s that Node's own client keeps a connection, so that it never writes into a closed one. */
const KEEP_ALIVE_MS = 30_000;
/** How long answers under way may take when the daemon closes. */
const GRACE_MS = 3000;

export interface OriginServer {
  /** Stops accepting, lets answers under way end, cuts the rest. */
  close(): Promise<void>;
}

export async function serveOn(app: Hono<Http>, bound: readonly NetServer[]): Promise<OriginServer> {
  const listener = getRequestListener((request, env) => app.fetch(request, env as Http['Bindings']));
  const servers = await Promise.all(
    bound.map((socket) => adopt(createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener), socket)),
  );
  return {
    async close() {
      await Promise.all(servers.map(closeServer));
    },
  };
}

/** Takes over the listening handle of a socket. */
function adopt(server: Server, socket: NetServer): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => resolve(server));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
