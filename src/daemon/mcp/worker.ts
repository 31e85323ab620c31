/** The worker's tools over the stream of its socket. Whoever is on the stream is the worker of the conversation's run. */
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App, Call } from '../../app/app.ts';
import { boundedLines } from '../../runner/process/lines.ts';
import { refused } from '../refusals.ts';
import { checkedLines } from '../stdio/checked-lines.ts';
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
    transport: new StdioServerTransport(
      paced(stream, () => inFlight),
      stream,
    ),
    // What a worker writes is its own matter; a broken stream ends it.
    onerror: () => undefined,
  });
  return { listed, close: () => void handle.close().catch(onFault) };
}

/** An artifact of 4 MiB with every character escaped, and its frame. */
const LINE_BYTES = 12 * 1024 * 1024;
const CALLS_IN_FLIGHT = 16;
/** Answers that the worker does not read. */
const UNREAD_BYTES = 1024 * 1024;

/**
 * What a worker says, no faster than it is answered and reads: one that floods waits in its own pipe, and the daemon
 * turns to others after each of its lines. A line without an end closes the stream; a malformed one is answered here.
 */
function paced(stream: Duplex, inFlight: () => number): Readable {
  const lines = checkedLines((answer) => stream.write(`${answer}\n`));
  const forward = async () => {
    for await (const line of boundedLines(stream, { maxLineBytes: LINE_BYTES })) {
      if (line.kind === 'too_long') break;
      while (!stream.destroyed && (inFlight() >= CALLS_IN_FLIGHT || stream.writableLength > UNREAD_BYTES))
        await sleep(10);
      if (stream.destroyed) break;
      lines.write(`${line.text}\n`);
      await sleep(0);
    }
  };
  void forward()
    .catch(() => undefined)
    .finally(() => {
      lines.end();
      stream.destroy();
    });
  return lines;
}
