/**
 * Wiring of the stdio bridge, `sidekicks mcp`. It answers the handshake from the static table before any daemon is
 * there (Codex waits 10 s for it, Claude Code 30), and its standard output carries the protocol and nothing else.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildMcp } from './mcp/build.ts';
import { createLink } from './stdio/link.ts';
import { version } from './version.ts';

export interface BridgeOptions {
  readonly home: string;
  readonly label: string;
}

/** Resolves when the client has closed its end. */
export async function runBridge({ home, label }: BridgeOptions): Promise<void> {
  const say = (line: string) => process.stderr.write(`sidekicks mcp: ${line}\n`);
  // A library that prints would break the protocol.
  console.log = console.info = console.debug = (...words: unknown[]) => console.error(...words);
  const link = createLink({ home, label, version, say });
  const handle = serveStdio(
    () =>
      buildMcp({
        version,
        call: (name, input, { signal }) => link.call(name, input, signal),
        onFault: (error) => say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      }),
    { onerror: (error) => say(error.message) },
  );
  await new Promise<void>((resolve) => {
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await handle.close();
}
