/**
 * Offers the visitor's tools to an agent in the browser. The only file that touches `document.modelContext`.
 *
 * Every call is the visitor's, whoever looks at the page. Nothing is validated here: the daemon does it, with the answers
 * of every other surface. `execute` never throws, because the browser tells the caller nothing of an error but that
 * there was one.
 */
import type { Operation } from '../../protocol/operation.ts';
import { planningTools } from '../../protocol/planning-tools.ts';

/** Calls one operation as the visitor: the output, or `{error: refusal}`. */
export type VisitorCall = (name: string, input: unknown, signal?: AbortSignal) => Promise<object>;

type Registered = 'ready' | 'absent' | 'failed';

/** Registers all tools at once and says so on the root element, for whoever waits for them. */
export async function registerTools(call: VisitorCall): Promise<Registered> {
  const result = await registerAll(call);
  document.documentElement.dataset.tools = result;
  return result;
}

async function registerAll(call: VisitorCall): Promise<Registered> {
  const context = document.modelContext;
  if (!context?.registerTool) return 'absent';
  const life = new AbortController();
  window.addEventListener('pagehide', (event) => {
    // A page that is kept for going back keeps its tools.
    if (!event.persisted) life.abort();
  });
  const all = await Promise.all(Object.values(planningTools).map((row) => register(context, row, call, life.signal)));
  return all.every(Boolean) ? 'ready' : 'failed';
}

async function register(
  context: WebMCP.ModelContext,
  row: Operation,
  call: VisitorCall,
  signal: AbortSignal,
): Promise<boolean> {
  const tool = {
    name: row.name,
    title: row.title,
    description: row.description,
    annotations: {
      readOnlyHint: row.kind === 'answer',
      untrustedContentHint: true,
      consequentialHint: row.consequential ?? false,
    },
    // An aborted call only ends the waiting; what was written stays written.
    execute: (input: object, options?: { readonly signal?: AbortSignal }) => call(row.name, input, options?.signal),
  };
  try {
    await context.registerTool({ ...tool, inputSchema: row.input }, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    console.warn(`${row.name}: the browser rejects the schema, so the tool is offered without it`, error);
  }
  try {
    await context.registerTool(tool, { signal });
    return true;
  } catch (error) {
    console.error(`${row.name}: the tool cannot be offered`, error);
    return false;
  }
}
