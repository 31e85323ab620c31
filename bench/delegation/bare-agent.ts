/** The floor of a launch: the same agent without walls, driven by the plainest client of its protocol. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { root } from '../../test/rigs/daemon.ts';

export interface BareTurn {
  /** Milliseconds from the start of the process to the first update of the first turn. */
  readonly first: number;
  /** To the end of the turn. */
  readonly whole: number;
}

export const echoServer = join(root, 'bench/delegation/echo-server.mjs');

/** `tools`: the agent starts an MCP server beside it and lists its tools, as it does under the product. */
export async function bareTurn(prompt: string, { tools }: { readonly tools: boolean }): Promise<BareTurn> {
  const home = mkdtempSync(join(tmpdir(), 'sidekicks-bare-'));
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  const began = performance.now();
  let first = Number.NaN;
  const program = join(root, 'test/rigs/acp-agent/agent.mjs');
  const child = spawn(process.execPath, [program], { cwd: home, env, stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const { agent } = acp
      .client({ name: 'bench' })
      .onNotification(acp.methods.client.session.update, () => {
        if (Number.isNaN(first)) first = performance.now() - began;
      })
      .connect(
        acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>),
      );
    await agent.request(acp.methods.agent.initialize, { protocolVersion: acp.PROTOCOL_VERSION });
    const server = { name: 'tandem', command: process.execPath, args: [echoServer], env: [] };
    const session: acp.NewSessionRequest = { cwd: home, mcpServers: tools ? [server] : [] };
    const { sessionId } = await agent.request(acp.methods.agent.session.new, session);
    await agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: prompt }] });
    return { first, whole: performance.now() - began };
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    rmSync(home, { recursive: true, force: true });
  }
}
