/** The worker's way to its tools: one socket for a launch, each connection handed to the daemon. */
import type { Duplex } from 'node:stream';
import { openWorkerSocket } from './jail/worker-socket.ts';

/** Given by the daemon: it speaks MCP on the stream. `listed` resolves when the agent has asked for the tools. */
export type ServeWorker = (conversationId: string, stream: Duplex) => { readonly listed: Promise<void>; close(): void };

export interface WorkerDoor {
  readonly path: string;
  /** The first connection that asked. */
  readonly listed: Promise<void>;
  close(): Promise<void>;
}

export async function openWorkerDoor(conversationId: string, serve: ServeWorker, folder: string): Promise<WorkerDoor> {
  const served = new Set<{ close(): void }>();
  let ready = () => {};
  const listed = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const socket = await openWorkerSocket({
    folder,
    onConnection(stream) {
      const session = serve(conversationId, stream);
      served.add(session);
      // A connection that ends without asking says nothing.
      session.listed.then(ready, () => {});
      stream.once('close', () => {
        served.delete(session);
        session.close();
      });
    },
  });
  return {
    path: socket.path,
    listed,
    async close() {
      for (const session of served) session.close();
      await socket.close();
    },
  };
}
