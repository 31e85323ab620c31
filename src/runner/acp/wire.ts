/**
 * An agent's standard streams as the SDK's message stream.
 *
 * The SDK's own line stream queues without bound and answers what it cannot read; its dispatch does not wait for
 * handlers. So this one owns: back-pressure (one message at a time, when asked), the limits, garbage, and the order of
 * session updates, which it hands over itself before the SDK sees the answer that follows them.
 */
import type { Readable, Writable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { boundedLines, type Line } from '../process/lines.ts';

const LINE_BYTES = 8 * 1024 * 1024;
/** Requests of an agent that we have not answered yet. More is no agent. */
const MAX_OPEN_REQUESTS = 256;
/** So many useless lines before the first message, and it is not an agent that prints a banner. */
const PATIENCE_LINES = 100;

export interface WireEvents {
  /** Parameters of `session/update`, unchecked, in the order of the wire. */
  update(params: unknown): void;
  /** A line that is no message: its beginning, or what is wrong with it. */
  garbage(line: string): void;
  /** Nothing good can follow: the agent is to be killed. */
  hopeless(reason: string): void;
}

export interface Wire {
  readonly stream: Stream;
  /** True once any line was a message of the protocol. */
  readonly valid: boolean;
  readonly garbageLines: number;
}

export function openWire(stdin: Writable, stdout: Readable, events: WireEvents): Wire {
  const reading = new Reading(events);
  const lines = boundedLines(stdout, { maxLineBytes: LINE_BYTES });
  const readable = new ReadableStream<AnyMessage>(
    {
      async pull(controller) {
        const message = await reading.next(lines);
        if (message === null) controller.close();
        else controller.enqueue(message);
      },
      async cancel() {
        // Nobody listens any more. What still comes is drained, so that the agent can end.
        stdout.resume();
        await Promise.resolve();
      },
    },
    { highWaterMark: 0 },
  );
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      reading.sent(message);
      return writeLine(stdin, message);
    },
  });
  return {
    stream: { readable, writable },
    get valid() {
      return reading.valid;
    },
    get garbageLines() {
      return reading.garbageLines;
    },
  };
}

type Parts = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };

class Reading {
  valid = false;
  garbageLines = 0;
  readonly #events: WireEvents;
  /** Ids of our requests without an answer: an answer to nothing is garbage. */
  readonly #asked = new Set<unknown>();
  #openRequests = 0;

  constructor(events: WireEvents) {
    this.#events = events;
  }

  sent(message: AnyMessage): void {
    const { id, method } = message as Parts;
    if (id === undefined) return;
    if (method === undefined) this.#openRequests -= 1;
    else this.#asked.add(id);
  }

  /** The next message that the SDK shall see; null at the end. */
  async next(lines: AsyncIterator<Line, void>): Promise<AnyMessage | null> {
    for (;;) {
      const { value: line, done } = await lines.next().catch(() => ({ value: undefined, done: true as const }));
      if (done || line === undefined) return null;
      const message = this.#read(line);
      if (message !== null) return message;
    }
  }

  #read(line: Line): AnyMessage | null {
    if (line.kind === 'too_long') return this.#garbage(`a line of ${line.bytes} bytes`);
    if (line.text.trim() === '') return null;
    const message = parseMessage(line.text);
    if (message === null) return this.#garbage(line.text.slice(0, 200));
    const { id, method, params } = message as Parts;
    if (method === undefined && !this.#asked.delete(id)) return this.#garbage('an answer to nothing that was asked');
    this.valid = true;
    if (method === 'session/update') {
      this.#events.update(params);
      return null;
    }
    if (method !== undefined && id !== undefined) this.#opened();
    return message;
  }

  #opened(): void {
    this.#openRequests += 1;
    if (this.#openRequests > MAX_OPEN_REQUESTS) this.#events.hopeless(`more than ${MAX_OPEN_REQUESTS} open requests`);
  }

  #garbage(what: string): null {
    this.garbageLines += 1;
    this.#events.garbage(what);
    if (!this.valid && this.garbageLines === PATIENCE_LINES) this.#events.hopeless('it speaks no ACP');
    return null;
  }
}

function parseMessage(text: string): AnyMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    const { jsonrpc, id, method } = value as { jsonrpc?: unknown; id?: unknown; method?: unknown };
    if (jsonrpc !== '2.0') return null;
    return typeof method === 'string' || id !== undefined ? (value as AnyMessage) : null;
  } catch {
    return null;
  }
}

function writeLine(stdin: Writable, message: AnyMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
