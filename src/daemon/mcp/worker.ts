/** The worker's tools over the stream of its socket. Whoever is on the stream is the worker of the conversation's run. */
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App, Call } from '../../app/app.ts';
import { refused } from '../refusals.ts';
import { checkedTransport } from '../stdio/checked-lines.ts';
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
  let inFlight = 0;
  const call: CallTool = async (name, input, { signal }) => {
    const app = side.app();
    const author = app?.worker(conversationId);
    if (!app || !author) return refused('run_ended');
    const asWorker: Call = { author, token: null, key: null, signed: null, signal };
    inFlight += 1;
    try {
      return await app.run(name, asWorker, input);
    } finally {
      inFlight -= 1;
    }
  };
  const { version, onFault } = side;
  const handle = serveStdio(() => buildMcp({ version, call, onFault, caller: 'worker', onList: () => heard() }), {
    transport: checkedTransport(stream, stream, () => turnOf(stream, () => inFlight)),
    // What a worker writes is its own matter; a broken stream ends it.
    onerror: () => undefined,
  });
  return { listed, close: () => void handle.close().catch(onFault) };
}

const CALLS_IN_FLIGHT = 16;
/** Answers that the worker does not read. */
const UNREAD_BYTES = 1024 * 1024;

/**
 * A worker is heard no faster than it is answered and reads: one that floods waits in its own pipe, and the daemon turns
 * to others before each of its lines.
 */
async function turnOf(stream: Duplex, inFlight: () => number): Promise<void> {
  await sleep(0);
  while (!stream.destroyed && (inFlight() >= CALLS_IN_FLIGHT || stream.writableLength > UNREAD_BYTES)) await sleep(10);
  if (stream.destroyed) throw new Error('the worker is gone');
}
