/** MCP as a real client speaks it: over stdio to a child of ours, or over Streamable HTTP; in either protocol era. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Refusal } from '../../src/kit/result.ts';
import { type Answer, answerOf, refusalAnswer, type Surface, type Value } from './surface.ts';

export type Era = 'legacy' | 'modern';

/** What each era is called on the wire. */
export const protocolOf: Readonly<Record<Era, string>> = { legacy: '2025-11-25', modern: '2026-07-28' };

export interface McpSurface extends Surface {
  readonly client: Client;
}

interface StdioOptions {
  readonly era: Era;
  /** The program and its words, ready to serve this home. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export async function overStdio({ era, command, args, env, cwd }: StdioOptions): Promise<McpSurface> {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
    stderr: 'ignore',
  });
  const client = clientFor(era);
  await client.connect(transport);
  return surfaceOver(client);
}

interface HttpOptions {
  readonly era: Era;
  /** Origin of the workspace. */
  readonly url: string;
  readonly token: string;
}

export async function overHttp({ era, url, token }: HttpOptions): Promise<McpSurface> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = clientFor(era);
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  return surfaceOver(client);
}

function clientFor(era: Era): Client {
  const mode = era === 'legacy' ? 'legacy' : ({ pin: protocolOf.modern } as const);
  return new Client({ name: 'sidekicks-tests', version: '1.0.0' }, { versionNegotiation: { mode } });
}

function surfaceOver(client: Client): McpSurface {
  return {
    caller: 'agent',
    client,
    async tools() {
      return (await client.listTools()).tools;
    },
    async call(name, input) {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: input as Value });
      return answerFrom({ isError, structuredContent, content });
    },
    close: () => client.close(),
  };
}

interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

function answerFrom({ isError, structuredContent, content }: ToolAnswer): Answer {
  const [only, ...more] = content;
  if (only?.type !== 'text' || more.length > 0) throw new Error('a tool answers one text');
  const said: unknown = JSON.parse(only.text ?? '');
  if (isError) return refusalAnswer(said as Refusal);
  // Clients that read only the text get the same.
  if (JSON.stringify(said) !== JSON.stringify(structuredContent)) throw new Error('text and structured content differ');
  return answerOf(structuredContent as Value);
}
