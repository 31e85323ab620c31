/**
 * The one MCP server of the daemon and of the stdio bridge: they differ only in what `call` does. The list of tools is
 * the table's, static and in its order, so that clients may cache it and no two connections differ.
 *
 * It is built on the SDK's `Server`, not on `McpServer`: the latter validates arguments itself and answers free text,
 * the first fault only, without pointer or code, and takes instants apart that we refuse; here ours answers. It also
 * saves registering ten tools for each HTTP request, since both sides of the handler are stateless.
 */
import {
  type CallToolResult,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { placed, type Refusal, type Result } from '../../kit/result.ts';
import { annotationsOf, type ToolAnnotations } from '../../protocol/describe.ts';
import type { Operation } from '../../protocol/operation.ts';
import { toolsFor } from '../../protocol/table.ts';
import { refusalOfFault } from '../faults.ts';
import { instructions, workerInstructions } from './instructions.ts';

export type CallTool = (
  name: string,
  input: unknown,
  options: { readonly signal: AbortSignal },
) => Promise<Result<unknown>>;

interface Parts {
  /** Whose tools: a visiting agent's (default), or those of a run's worker. */
  readonly caller?: 'agent' | 'worker';
  /** Called when the client asked for the list. */
  readonly onList?: () => void;
  readonly version: string;
  readonly call: CallTool;
  /** A fault of ours: it is answered as `internal`. */
  readonly onFault: (error: unknown) => void;
}

/** Claude Code drops a silent HTTP call after 5 minutes, others after 60 seconds. */
const PROGRESS_MS = 5000;

function shelf(caller: 'agent' | 'worker') {
  const rows: ReadonlyMap<string, Operation> = new Map(toolsFor(caller).map((row) => [row.name, row]));
  return { rows, tools: [...rows.values()].map((row) => toolOf(row, hints[caller](row))) as readonly Tool[] };
}

/**
 * A worker's environment is its project and its home, and none of its tools changes either: they keep its words and its
 * artifacts. So each says that it only reads, and Codex asks nobody before it calls one, in whichever mode it runs.
 */
const hints = {
  agent: annotationsOf,
  worker: (row: Operation): ToolAnnotations => ({ ...annotationsOf(row), readOnlyHint: true }),
};

const shelves = { agent: shelf('agent'), worker: shelf('worker') };

export const { tools } = shelves.agent;

function toolOf(row: Operation, annotations: ToolAnnotations): Tool {
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    inputSchema: row.input as Tool['inputSchema'],
    outputSchema: row.output as NonNullable<Tool['outputSchema']>,
    annotations,
  };
}

/** Nothing of ours asks a client for input, so nothing is to be validated by a schema of the SDK's. */
const acceptAll: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** One hour: the list changes only with the program. */
const cacheHints = { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } } as const;

export function buildMcp({ version, call, onFault, caller = 'agent', onList }: Parts): Server {
  const { rows, tools: listed } = shelves[caller];
  const server = new Server(
    { name: 'sidekicks', title: 'Sidekicks', version },
    {
      capabilities: { tools: {} },
      instructions: caller === 'worker' ? workerInstructions : instructions,
      jsonSchemaValidator: acceptAll,
      cacheHints,
    },
  );
  server.setRequestHandler('tools/list', () => {
    onList?.();
    return { tools: [...listed] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const row = rows.get(params.name);
    if (!row) {
      const message = `Unknown tool ${params.name.slice(0, 128)}. List the tools and use one of them.`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const { _meta, signal } = context.mcpReq;
    const stopProgress = beat(row.waits ? _meta?.progressToken : undefined, (progress) => {
      void context.mcpReq.notify({ method: 'notifications/progress', params: progress }).catch(() => undefined);
    });
    try {
      return toToolResult(await call(row.name, params.arguments ?? {}, { signal }));
    } catch (error) {
      if (!signal.aborted) onFault(error);
      return toToolResult({ ok: false, refusal: refusalOfFault(error) });
    } finally {
      stopProgress();
    }
  });
  return server;
}

type Progress = { progressToken: string | number; progress: number; message: string };

function beat(progressToken: string | number | undefined, notify: (progress: Progress) => void): () => void {
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => notify({ progressToken, progress: ++progress, message: 'waiting' }), PROGRESS_MS);
  return () => clearInterval(timer);
}

/** The text repeats the structured content for clients that read only text. A refusal is for the model to act on. */
function toToolResult(result: Result<unknown>): CallToolResult {
  if (!result.ok) return { isError: true, content: [{ type: 'text', text: refusalText(result.refusal) }] };
  const structuredContent = result.value as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

function refusalText(refusal: Refusal): string {
  const { code, message, next, problems, data } = placed(refusal);
  return JSON.stringify({ code, message, next, problems, data });
}
