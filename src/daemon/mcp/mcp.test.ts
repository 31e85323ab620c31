/** MCP over Streamable HTTP as clients speak it, in both protocol eras. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toolsFor } from '../../protocol/table.ts';
import { openRig, type Rig } from '../http/rig.ts';
import { instructions } from './instructions.ts';

let rig: Rig;
let clients: Client[];
beforeEach(async () => {
  rig = await openRig();
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
  await rig.close();
  expect(rig.faults).toEqual([]);
});

type Era = 'legacy' | 'modern';

async function connect(era: Era, token: string): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${rig.urls.workspace}/mcp`), { requestInit }));
  clients.push(client);
  return client;
}

const eras = ['legacy', 'modern'] as const;

function textOf(result: object): string {
  const [first] = (result as { readonly content: readonly { readonly text: string }[] }).content;
  return first?.text ?? '';
}

describe.each(eras)('MCP, %s era', (era) => {
  it('lists exactly the tools of the table, whole and in its order', async () => {
    const client = await connect(era, await rig.token('agent'));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolsFor('agent').map(({ name }) => name));
    for (const [index, row] of toolsFor('agent').entries()) {
      const tool = tools[index];
      expect(tool?.inputSchema).toEqual(row.input);
      expect(tool?.outputSchema).toEqual(row.output);
      expect(tool?.title).toBe(row.title);
      expect(tool?.annotations).toEqual({
        readOnlyHint: row.kind === 'answer',
        destructiveHint: false,
        idempotentHint: row.idempotent,
        openWorldHint: false,
      });
    }
    expect(client.getInstructions()).toBe(instructions);
    expect(client.getServerVersion()).toMatchObject({ name: 'sidekicks', version: '1.2.3' });
  });

  it('answers structured content, repeated as text', async () => {
    const client = await connect(era, await rig.token('agent', 'claude'));
    const result = await client.callTool({ name: 'get_workspace_state', arguments: {} });
    expect(result.structuredContent).toMatchObject({ version: 1, example: true });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  });

  it('answers refusals for the model, with every problem', async () => {
    const client = await connect(era, await rig.token('agent'));
    const unknown = await client.callTool({ name: 'get_task', arguments: { taskId: 'T-999' } });
    expect(unknown.isError).toBe(true);
    expect(JSON.parse(textOf(unknown))).toMatchObject({ code: 'unknown_task', next: expect.any(String) });
    const bad = await client.callTool({ name: 'search_tasks', arguments: { text: 1, limit: 99, approved: true } });
    const refusal = JSON.parse(textOf(bad)) as { problems: { path: string; code: string }[] };
    expect(refusal.problems.map(({ path }) => path).sort()).toEqual(['/approved', '/limit', '/text']);
    const lone = await client.callTool({ name: 'search_tasks', arguments: { text: '\ud800' } });
    expect(JSON.parse(textOf(lone))).toMatchObject({ problems: [{ code: 'lone_surrogate', path: '/text' }] });
    await expect(client.callTool({ name: 'approve_proposal', arguments: {} })).rejects.toThrow('Unknown tool');
  });

  it('shows progress while it waits, and ends the wait with the call', { timeout: 30_000 }, async () => {
    const client = await connect(era, await rig.token('agent'));
    const proposalId = await stageAny(client);
    const progress: number[] = [];
    const options = { onprogress: (one: { progress: number }) => void progress.push(one.progress) };
    const waited = client.callTool({ name: 'get_proposal', arguments: { proposalId, waitSeconds: 6 } }, options);
    expect((await waited).structuredContent).toMatchObject({ status: 'awaiting_approval' });
    expect(progress).toEqual([1]);
    const stop = new AbortController();
    const long = client.callTool(
      { name: 'get_proposal', arguments: { proposalId, waitSeconds: 50 } },
      { signal: stop.signal },
    );
    setTimeout(() => stop.abort(), 200);
    await expect(long).rejects.toThrow();
    const began = performance.now();
    await rig.edges.close();
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('wants an agent’s token', async () => {
    for (const token of ['sk_agent_unknown', await rig.token('visitor'), await rig.token('terminal')]) {
      await expect(connect(era, token)).rejects.toThrow();
    }
    const post = await fetch(`${rig.urls.workspace}/mcp`, { method: 'POST', body: '{}' });
    expect(post.status).toBe(401);
  });
});

/** The smallest plan for any open task of the example. */
async function stageAny(client: Client): Promise<string> {
  const state = await client.callTool({ name: 'get_workspace_state', arguments: {} });
  const { version, tasks } = state.structuredContent as { version: number; tasks: { id: string; status: string }[] };
  const subtask = {
    candidateId: 'one',
    title: 'Write the outline',
    description: '',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    dependencyCandidateIds: [],
    assignedSidekickIds: [],
    checklistCoverageIds: [],
  };
  const parentTaskId = tasks.find(({ status }) => status !== 'done')?.id;
  const staged = await client.callTool({
    name: 'stage_task_plan',
    arguments: {
      expectedWorkspaceVersion: version,
      parentTaskId,
      consultedSidekickIds: [],
      subtasks: [subtask],
      rationale: 'x',
    },
  });
  const { proposalId } = (staged.structuredContent ?? {}) as { proposalId?: string };
  if (!proposalId) throw new Error(textOf(staged));
  return proposalId;
}

describe('MCP by hand', () => {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const token = await rig.token('agent');
    return fetch(`${rig.urls.workspace}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
  };

  it('refuses what is not JSON or repeats a key, in the words of JSON-RPC', async () => {
    for (const body of ['{', '{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}']) {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } });
    }
  });

  it('drops no __proto__ from what it was sent: it is refused with its place, at any depth', async () => {
    const call = (input: string) =>
      post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_task","arguments":${input}}}`);
    const outer = await call('{"taskId":"T-1","__proto__":{"approved":true}}');
    expect(await outer.json()).toMatchObject({
      error: { data: { problems: [{ code: 'unknown_property', path: '/params/arguments/__proto__' }] } },
    });
    const inner = await (await call('{"taskId":{"__proto__":{"approved":true}}}')).text();
    expect(inner).toContain('/taskId/__proto__');
    expect(inner).toContain('unknown_property');
  });

  it('keeps no session: GET and DELETE are not served', async () => {
    const headers = { authorization: `Bearer ${await rig.token('agent')}` };
    for (const method of ['GET', 'DELETE']) {
      expect((await fetch(`${rig.urls.workspace}/mcp`, { method, headers })).status).toBe(405);
    }
  });

  it('mixes up no two clients that use the same ids', async () => {
    const tokens = [await rig.token('agent', 'first'), await rig.token('agent', 'second')];
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const taskId = `T-${(index % 20) + 1}`;
      const params = { name: 'get_task', arguments: { taskId } };
      const response = await fetch(`${rig.urls.workspace}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens[index % 2]}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const data = (await response.text()).split('\n').find((line) => line.startsWith('data: {'));
      const { result } = JSON.parse(data?.slice(6) ?? '{}') as {
        result: { structuredContent: { task: { alias: string } } };
      };
      return [taskId, result.structuredContent.task.alias];
    });
    for (const [asked, answered] of await Promise.all(calls)) expect(answered).toBe(asked);
  });

  it('has short instructions in ASCII', () => {
    expect(instructions.length).toBeLessThan(1500);
    expect(/^[\n\x20-\x7e]*$/.test(instructions)).toBe(true);
  });
});
