/** The worker's tools over the stream of its socket. Whoever is on the stream is the worker of the conversation's run. */
import type { Duplex } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App, Call } from '../../app/app.ts';
import { refused } from '../refusals.ts';
import { buildMcp, type CallTool } from './build.ts';

interface WorkerSide {
  readonly version: string;
  /** The app opens after the runner that uses this; null until then. */
  readonly app: () => App | null;
  readonly onFault: (error: unknown) => void;
}

export function serveWorker(side: WorkerSide, conversationId: string, stream: Duplex) {
  let heard: () => void = () => undefined;
  const listed = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const call: CallTool = async (name, input, { signal }) => {
    const app = side.app();
    const author = app?.worker(conversationId);
    if (!app || !author) return refused('run_ended');
    const asWorker: Call = { author, token: null, key: null, signed: null, signal };
    return app.run(name, asWorker, input);
  };
  const { version, onFault } = side;
  const handle = serveStdio(() => buildMcp({ version, call, onFault, caller: 'worker', onList: () => heard() }), {
    transport: new StdioServerTransport(stream, stream),
    // What a worker writes is its own matter; a broken stream ends it.
    onerror: () => undefined,
  });
  return { listed, close: () => void handle.close().catch(onFault) };
}
