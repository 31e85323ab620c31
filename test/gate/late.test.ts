/** A credential counts when its request is whole, not when it began: bodies that arrive while the token is revoked. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAgent, ok } from '../rigs/people.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

interface Slow {
  /** Sends the rest of the body; answers status and text. */
  finish(): Promise<{ readonly status: number; readonly text: string }>;
}

/** Everything but the second half of the body is with the daemon when this resolves. */
async function begin(path: string, secret: string, body: string): Promise<Slow> {
  const { host, port } = new URL(scene.daemon.url);
  const half = Math.floor(body.length / 2);
  const headers = {
    host,
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(Buffer.byteLength(body)),
  };
  const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // Read only by whoever finishes it.
  answered.catch(() => undefined);
  await written(outgoing, body.slice(0, half));
  // The daemon has looked at the token by now, and waits for the body.
  await sleep(100);
  return {
    async finish() {
      outgoing.end(body.slice(half));
      const [incoming] = await answered;
      let text = '';
      for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
      return { status: incoming.statusCode ?? 0, text };
    },
  };
}

function written(outgoing: ClientRequest, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

const stageOver: Readonly<Record<string, (plan: object) => readonly [path: string, body: string]>> = {
  HTTP: (plan) => ['/api/stage_task_plan', JSON.stringify(plan)],
  MCP: (plan) => [
    '/mcp',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'stage_task_plan', arguments: plan },
    }),
  ],
};

const proposals = async () => ok(await scene.person.call('read_workspace', {})).proposals.length;

test.each(Object.entries(stageOver))(
  'over %s: a token revoked while the body arrives stages nothing',
  async (over, of) => {
    const { id, secret } = await makeAgent(scene.person, `late over ${over}`);
    const [path, body] = of(await scene.plan(await scene.newTask(`Late over ${over}`)));
    const before = await proposals();
    const slow = await begin(path, secret, body);
    ok(await scene.person.call('revoke_token', { tokenId: id }));
    const { status, text } = await slow.finish();
    expect([status, text]).toEqual([401, expect.stringContaining('unauthenticated')]);
    expect(await proposals()).toBe(before);
  },
);

test.each(Object.entries(stageOver))('over %s: one that stays good stages, however slow its body', async (over, of) => {
  const { secret } = await makeAgent(scene.person, `slow over ${over}`);
  const [path, body] = of(await scene.plan(await scene.newTask(`Slow over ${over}`)));
  const before = await proposals();
  const { status, text } = await (await begin(path, secret, body)).finish();
  expect([status, text]).toEqual([200, expect.stringContaining('awaiting_approval')]);
  expect(await proposals()).toBe(before + 1);
});
