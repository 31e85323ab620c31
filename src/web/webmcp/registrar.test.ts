import { afterEach, expect, it, vi } from 'vitest';
import { toolsFor } from '../../protocol/table.ts';
import { registerTools } from './registrar.ts';

interface Offered {
  readonly name: string;
  readonly inputSchema?: object;
  readonly annotations: object;
  readonly execute: (input: object) => Promise<unknown>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('offers exactly the visitor’s tools, with the schemas of the table', async () => {
  const { offered, root } = browser();
  expect(await registerTools(async () => ({}))).toBe('ready');
  expect(offered.map(({ name }) => name)).toEqual(toolsFor('visitor').map(({ name }) => name));
  expect(offered.map(({ inputSchema }) => inputSchema)).toEqual(toolsFor('visitor').map(({ input }) => input));
  expect(root.dataset.tools).toBe('ready');
});

it('says of each tool whether it only reads, and of the commit that it matters', async () => {
  const { offered } = browser();
  await registerTools(async () => ({}));
  const of = (name: string) => offered.find((tool) => tool.name === name)?.annotations;
  expect(of('get_workspace_state')).toEqual({
    readOnlyHint: true,
    untrustedContentHint: true,
    consequentialHint: false,
  });
  expect(of('evaluate_task_plan')).toMatchObject({ readOnlyHint: false });
  expect(of('commit_task_plan')).toMatchObject({ readOnlyHint: false, consequentialHint: true });
});

it('offers a tool without its schema when the browser rejects a keyword of it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { offered } = browser((tool) => {
    if (JSON.stringify(tool.inputSchema ?? {}).includes('date-time')) throw new TypeError('format is not supported');
  });
  expect(await registerTools(async () => ({}))).toBe('ready');
  expect(offered.find(({ name }) => name === 'stage_task_plan')).not.toHaveProperty('inputSchema');
  expect(offered.find(({ name }) => name === 'get_task')).toHaveProperty('inputSchema');
  expect(warn).toHaveBeenCalled();
});

it('hands every call on as it came', async () => {
  const { offered } = browser();
  const called: unknown[] = [];
  await registerTools(async (name, input) => {
    called.push([name, input]);
    return { error: { code: 'not_paired' } };
  });
  const answer = await offered.find(({ name }) => name === 'get_task')?.execute({ nonsense: 1 });
  expect(called).toEqual([['get_task', { nonsense: 1 }]]);
  expect(answer).toEqual({ error: { code: 'not_paired' } });
});

it('says so where the browser has no tools', async () => {
  const { root } = browser();
  vi.stubGlobal('document', { documentElement: root });
  expect(await registerTools(async () => ({}))).toBe('absent');
  expect(root.dataset.tools).toBe('absent');
});

/** What of a browser the registrar touches; the surfaces suite drives the same in a real one. */
function browser(check: (tool: Offered) => void = () => undefined) {
  const offered: Offered[] = [];
  const root = { dataset: {} as { tools?: string } };
  const registerTool = async (tool: Offered) => {
    check(tool);
    offered.push(tool);
  };
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('document', { documentElement: root, modelContext: { registerTool } });
  return { offered, root };
}
