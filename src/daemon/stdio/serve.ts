/** MCP over this process's standard input and output. */
import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildMcp } from '../mcp/build.ts';
import { checkedTransport } from './checked-lines.ts';
import type { Link } from './link.ts';

interface Options {
  readonly version: string;
  readonly link: Link;
  /** One line to standard error. */
  readonly say: (line: string) => void;
}

/** Answers the handshake at once, from the static table. Resolves when the client has closed its end. */
export async function serveBridge({ version, link, say }: Options): Promise<void> {
  const onFault = (error: unknown) => say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const { stdin, stdout } = process;
  // Who sends and does not read waits.
  const turn = async () => {
    if (stdout.writableNeedDrain) await once(stdout, 'drain');
  };
  const handle = serveStdio(
    () => buildMcp({ version, onFault, call: (name, input, { signal }) => link.call(name, input, signal) }),
    { onerror: (error) => say(error.message), transport: checkedTransport(stdin, stdout, turn) },
  );
  await new Promise<void>((resolve) => {
    for (const event of ['close', 'end'] as const) stdin.once(event, resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  await handle.close();
}
