/**
 * The one door between a run's jail and the daemon: who holds the socket is the worker, so it exists once per run and
 * dies with it. Carries bytes; what is said over it belongs to the caller.
 */
import { createServer, type Socket } from 'node:net';
import { listenPrivately, type PrivateSocket } from './private-socket.ts';

/** An agent starts its MCP server again when it thinks it hangs; more than a few at once is not that. */
const maxConnections = 8;

export async function openWorkerSocket(options: {
  /** Each connection is one MCP stdio stream. Its errors are swallowed; listen to `close`. */
  readonly onConnection: (connection: Socket) => void;
  /** Holds the socket. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}): Promise<PrivateSocket> {
  const server = createServer({ allowHalfOpen: false }, (connection) => {
    connection.on('error', () => {});
    options.onConnection(connection);
  });
  server.maxConnections = maxConnections;
  return listenPrivately(server, options.folder, options.signal);
}
