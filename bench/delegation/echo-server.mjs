/**
 * The floor of a worker's tool call: an MCP server over stdio whose one tool does nothing, built on the same SDK as the
 * daemon's, its answer as long as asked for and told twice, as the daemon's are.
 */
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const inputSchema = { type: /** @type {const} */ ('object'), properties: { characters: { type: 'integer' } } };
const tools = [{ name: 'echo', description: 'Echo as many characters as asked for.', inputSchema }];

/** @type {any} */
const acceptAll = { getValidator: () => (/** @type {unknown} */ data) => ({ valid: true, data }) };

serveStdio(() => {
  const info = { name: 'echo', version: '1' };
  const server = new Server(info, { capabilities: { tools: {} }, jsonSchemaValidator: acceptAll });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const text = 'x'.repeat(Math.max(0, Number(params.arguments?.characters ?? 0) - '{"text":""}'.length));
    return { content: [{ type: 'text', text: JSON.stringify({ text }) }], structuredContent: { text } };
  });
  return server;
});
