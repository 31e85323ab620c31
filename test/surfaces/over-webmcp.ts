/**
 * WebMCP as an agent outside the page uses it: over raw CDP, into the browser's own registry of tools. Nothing here calls
 * a script of the page, and such a call carries no user activation.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { Refusal } from '../../src/kit/result.ts';
import { answerOf, type Offered, refusalAnswer, type Surface, type Value } from './surface.ts';

/** For a page of the workspace that was opened, or will be. Closing it closes the browser. */
export async function overWebMcp(page: Page): Promise<Surface> {
  const cdp = await page.context().newCDPSession(page);
  const tools = new Map<string, Offered & { readonly frameId: string }>();
  cdp.on('WebMCP.toolsAdded', (added) => {
    for (const tool of added.tools) tools.set(tool.name, tool);
  });
  cdp.on('WebMCP.toolsRemoved', (removed) => {
    for (const tool of removed.tools) tools.delete(tool.name);
  });
  const responses = listen(cdp);
  await cdp.send('WebMCP.enable');
  return {
    caller: 'visitor',
    async tools() {
      await page.waitForSelector('html[data-tools="ready"]', { state: 'attached' });
      return [...tools.values()];
    },
    async call(name, input) {
      await page.waitForSelector('html[data-tools="ready"]', { state: 'attached' });
      const tool = tools.get(name);
      if (!tool) throw new Error(`the browser knows no tool ${name}`);
      const { invocationId } = await cdp.send('WebMCP.invokeTool', {
        frameId: tool.frameId,
        toolName: name,
        // The protocol's own types know only flat text; the browser takes any object.
        input: input as { [key: string]: string },
      });
      const { status, output, errorText } = await responses.of(invocationId);
      if (status !== 'Completed') throw new Error(`${name}: ${status} ${errorText ?? ''}`);
      return answerFrom(output);
    },
    async close() {
      await page.context().browser()?.close();
    },
  };
}

function answerFrom(output: unknown) {
  const said = (typeof output === 'string' ? JSON.parse(output) : output) as Value;
  return 'error' in said ? refusalAnswer(said.error as Refusal) : answerOf(said);
}

interface Response {
  readonly status: string;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
}

/** The event may come before the reply that names its invocation. */
function listen(cdp: CDPSession) {
  const arrived = new Map<string, Response>();
  const waiting = new Map<string, (response: Response) => void>();
  cdp.on('WebMCP.toolResponded', (response) => {
    const resolve = waiting.get(response.invocationId);
    if (resolve) resolve(response);
    else arrived.set(response.invocationId, response);
  });
  return {
    of(invocationId: string): Promise<Response> {
      const known = arrived.get(invocationId);
      if (known) return Promise.resolve(known);
      return new Promise((resolve) => waiting.set(invocationId, resolve));
    },
  };
}
