/** NUL and far too long values, wherever a request can carry one: each is refused, none is a fault. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../client/credential.ts';
import { sha256 } from '../../kit/json.ts';
import type { Operation } from '../../protocol/operation.ts';
import { operations } from '../../protocol/table.ts';
import { homeProof } from '../auth/home-proof.ts';
import { openRig, type Rig } from './rig.ts';

let rig: Rig;
let send: Record<string, (path: string, body: string) => Promise<Response>>;
beforeAll(async () => {
  rig = await openRig();
  const { workspace, desk } = rig.urls;
  const tokens = { agent: await rig.token('agent'), terminal: await rig.token('terminal') };
  const byToken = (token: string) => (path: string, body: string) =>
    fetch(`${workspace}${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
  const signer = await rig.pair();
  send = {
    agent: byToken(tokens.agent),
    terminal: byToken(tokens.terminal),
    async desk(path, body) {
      const [nonce = ''] = await nonces(desk);
      const { epoch } = rig.app.state().workspace;
      const headers = await signedHeaders(signer, { method: 'POST', target: `${desk}${path}`, body, nonce, epoch });
      return fetch(`${desk}${path}`, { method: 'POST', body, headers });
    },
  };
});
afterAll(() => rig.close());

async function nonces(url: string): Promise<readonly string[]> {
  return ((await (await fetch(`${url}/api/nonces`)).json()) as { nonces: string[] }).nonces;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
}

/** A value of the schema with `text` in every place for text. */
function filled(schema: Schema, text: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return filled(schema.anyOf[0] ?? {}, text);
  if (schema.type === 'array') return [filled(schema.items ?? {}, text)];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type !== 'object') return text;
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, filled(one, text)]));
}

/** The whole input with it, and each text alone beside usual values. */
function inputsOf(row: Operation, text: string): unknown[] {
  const schema = row.input as Schema;
  const usual = filled(schema, 'T-1') as Record<string, unknown>;
  const alone = Object.entries(schema.properties ?? {}).map(([key, one]) => ({ ...usual, [key]: filled(one, text) }));
  return [filled(schema, text), ...alone];
}

const hostile: readonly [string, string][] = [
  ['a NUL', 'a\0b'],
  ['200,000 characters', 'x'.repeat(200_000)],
];

describe.each(hostile)('%s', (_, text) => {
  it('in a field of an operation', { timeout: 120_000 }, async () => {
    const faulted: string[] = [];
    for (const row of operations) {
      const caller = (['agent', 'terminal', 'desk'] as const).find((one) => row.who.includes(one));
      if (!caller) continue;
      for (const input of inputsOf(row, text)) {
        const response = await send[caller]?.(`/api/${row.name}`, JSON.stringify(input));
        if (!response || response.status >= 500) faulted.push(`${row.name} ${response?.status}`);
        await response?.text();
      }
    }
    expect(faulted).toEqual([]);
    expect(rig.faults.splice(0)).toEqual([]);
  });

  it('in what the home’s own programs send', async () => {
    for (const verb of ['status', 'enrol', 'pair-code', 'backup']) {
      for (const body of [
        { file: `/${text}` },
        { file: text },
        { kind: text, label: text },
        { kind: 'agent', label: text },
      ]) {
        const content = JSON.stringify(body);
        const [nonce = ''] = await nonces(rig.urls.workspace);
        const target = `${rig.urls.workspace}/local/${verb}`;
        const proof = homeProof(rig.homeSecret, { method: 'POST', target, bodyHash: sha256(content), nonce });
        const headers = { 'x-sidekicks-home': proof, 'x-sidekicks-nonce': nonce };
        const response = await fetch(target, { method: 'POST', body: content, headers });
        if (verb !== 'status')
          expect([400, 403, 413, 422], `${verb} ${content.slice(0, 60)}`).toContain(response.status);
      }
    }
    expect(rig.faults.splice(0)).toEqual([]);
  });

  it('in a path, a query or pairing', async () => {
    const value = encodeURIComponent(text.slice(0, 10_000));
    const paths = [
      `/${value}`,
      `/assets/${value}.js`,
      `/api/${value}`,
      `/api/get_task/${value}`,
      `/local/${value}`,
      `/mcp?x=${value}`,
    ];
    const queries = [
      `/api/feed?after=${value}`,
      `/api/feed?after=1&epoch=${value}`,
      `/api/hello?x=${value}`,
      `/healthz?x=${value}`,
    ];
    const token = await rig.token('terminal', 'other');
    for (const path of [...paths, ...queries]) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${rig.urls.workspace}${path}`, { headers });
      // 503 is the page's: it is not built here.
      expect(response.status, path.slice(0, 60)).not.toBe(500);
      await response.body?.cancel();
    }
    const body = JSON.stringify({ code: text, name: text, label: text, publicKey: text });
    const paired = await fetch(`${rig.urls.desk}/api/pair`, { method: 'POST', body });
    expect([413, 422]).toContain(paired.status);
    expect(rig.faults.splice(0)).toEqual([]);
  });
});

it('a NUL byte in the request line itself is no request', async () => {
  const { port, host } = new URL(rig.urls.workspace);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET /api/hello?x=\0 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const [chunk] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data: Buffer) => resolve([data])));
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 400 /);
  socket.destroy();
});
