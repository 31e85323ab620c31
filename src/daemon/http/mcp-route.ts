/** `/mcp` on the workspace origin: MCP Streamable HTTP for agents with a token. The SDK is loaded by the first request. */

import { ARTIFACT_LIMIT } from './body.ts';
import type { Exchange, Route } from './edge.ts';
import { parseMessage } from './json.ts';

/** GET and DELETE are answered too (405, by the SDK), after the same check of the token. */
export const mcpRoutes: readonly Route[] = (['GET', 'POST', 'DELETE'] as const).map((method) => ({
  method,
  path: '/mcp',
  callers: ['agent'] as const,
  // The largest call of any tool.
  bodyLimit: ARTIFACT_LIMIT,
  handle: serve,
}));

async function serve({ c, edge, identity, body }: Exchange): Promise<Response> {
  if (identity === null) throw new Error('/mcp was reached without a credential');
  const { mcpHandlerOf } = await import('../mcp/http.ts');
  if (c.req.method !== 'POST') return mcpHandlerOf(edge).serve(c.req.raw, identity, undefined);
  const parsed = parseMessage(body);
  if (!parsed.ok) return parseError(parsed.refusal);
  return mcpHandlerOf(edge).serve(c.req.raw, identity, parsed.value);
}

/** JSON-RPC's own words for it; the problems ride along. */
function parseError(refusal: { readonly message: string }): Response {
  const error = { code: -32_700, message: `Parse error: ${refusal.message}`, data: refusal };
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error }), { status: 400, headers });
}
