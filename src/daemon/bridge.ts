/**
 * Wiring of the stdio bridge, `sidekicks mcp`. It answers the handshake before any daemon is there (Codex waits 10 s for
 * it, Claude Code 30), and its standard output carries the protocol and nothing else.
 */
import { onOneLine } from '../kit/text.ts';
import { createLink } from './stdio/link.ts';
import { serveBridge } from './stdio/serve.ts';
import { version } from './version.ts';

export interface BridgeOptions {
  readonly home: string;
  readonly label: string;
}

/** Resolves when the client has closed its end. */
export async function runBridge({ home, label }: BridgeOptions): Promise<void> {
  const say = (line: string) => process.stderr.write(`sidekicks mcp: ${onOneLine(line)}\n`);
  // A library that prints would break the protocol.
  console.log = console.info = console.debug = (...words: unknown[]) => console.error(...words);
  await serveBridge({ version, say, link: createLink({ home, label, version, say }) });
}
