/**
 * MCP Streamable HTTP, both protocol eras, without sessions. Who calls was decided before (a bearer token, by the one
 * authenticator); the SDK only carries the identity through to the call.
 */
import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { operations } from '../../protocol/table.ts';
import type { Identity } from '../auth/authenticate.ts';
import type { Edge } from '../http/edge.ts';
import { runAs } from '../http/operations.ts';
import { buildMcp, type CallTool } from './build.ts';

export interface HttpMcp {
  serve(request: Request, identity: Identity, parsedBody: unknown): Promise<Response>;
}

const handlers = new WeakMap<Edge, HttpMcp>();

/** One handler for each edge; closed with it. */
export function mcpHandlerOf(edge: Edge): HttpMcp {
  const found = handlers.get(edge) ?? open(edge);
  handlers.set(edge, found);
  return found;
}

function open(edge: Edge): HttpMcp {
  const handler: McpHttpHandler = createMcpHandler(({ authInfo }) => buildFor(edge, authInfo), {
    // By default a call sends no byte before its end, and clients give up after 60 seconds of silence.
    responseMode: 'sse',
    keepAliveMs: 10_000,
    onerror: (error) => edge.log.info(`mcp: ${error.message}`),
  });
  edge.closing.addEventListener('abort', () => void handler.close(), { once: true });
  return {
    serve: (request, identity, parsedBody) =>
      handler.fetch(request, { authInfo: authInfoOf(identity), ...(parsedBody !== undefined && { parsedBody }) }),
  };
}

function authInfoOf(identity: Identity): AuthInfo {
  const id = identity.author.id;
  return { token: id, clientId: id, scopes: [], extra: { identity } };
}

function buildFor(edge: Edge, authInfo: AuthInfo | undefined) {
  const identity = authInfo?.extra?.identity as Identity | undefined;
  if (!identity) throw new Error('an MCP request came without an identity');
  const call: CallTool = async (name, input, { signal }) => {
    const row = operations.find((operation) => operation.name === name);
    if (!row) throw new Error(`no operation ${name}`);
    return runAs(edge, identity, row, input, signal);
  };
  return buildMcp({ version: edge.version, call, onFault: (error) => edge.log.fault('mcp', error) });
}
