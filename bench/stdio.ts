/** The least client of an MCP server over stdio: lines out, lines in. A real client's own work would blur the floor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface StdioClient {
  /** The `result` of a request, and how long it took to arrive, in milliseconds. */
  ask(method: string, params: object): Promise<{ readonly result: StdioResult; readonly ms: number }>;
  close(): Promise<void>;
}

export interface StdioResult {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly tools?: readonly unknown[];
}

export async function openStdio(args: readonly string[]): Promise<StdioClient> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (message: { result?: StdioResult; error?: unknown }) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number; result?: StdioResult; error?: unknown };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let count = 0;
  const ask: StdioClient['ask'] = async (method, params) => {
    const id = ++count;
    const began = performance.now();
    const answered = new Promise<{ result?: StdioResult; error?: unknown }>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const { result, error } = await answered;
    const ms = performance.now() - began;
    waiting.delete(id);
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return { result, ms };
  };
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    ask,
    async close() {
      const gone = once(child, 'exit');
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await gone;
      clearTimeout(timer);
    },
  };
}
