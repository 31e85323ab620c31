/** Visitors over real HTTP: made without a trace, let in by their own secret, and nobody else by it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../client/client.ts';
import { makePersonKey } from '../../client/credential.ts';
import { sha256 } from '../../kit/json.ts';
import { visitorSecret } from '../auth/visitor-secret.ts';
import { codeOf, openRig, type Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(async () => {
  await rig.close();
  expect(rig.faults).toEqual([]);
});

function bearer(url: string, operation: string, secret: string): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}` };
  return fetch(`${url}/api/${operation}`, { method: 'POST', headers, body: '{}' });
}

describe('visitors', () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${rig.urls.workspace}/api/visitor`, { method: 'POST', headers, body: '{}' });
  const newVisitor = async () =>
    ((await (await ask({ origin: rig.urls.workspace })).json()) as { readonly secret: string }).secret;
  const read = async (secret: string) => codeOf(await bearer(rig.urls.workspace, 'read_workspace', secret));

  async function letIn(desk: Client, secret: string) {
    const { publicKey, keyId } = await makePersonKey();
    const answer = await desk.call('enrol_workspace_key', { publicKey, label: 'Page', visitorHash: sha256(secret) });
    return { keyId, answer };
  }

  it('are made for our own page only', async () => {
    expect(await codeOf(await ask({}))).toBe('403 bad_origin');
    expect(await codeOf(await ask({ origin: rig.urls.workspace, 'sec-fetch-site': 'same-site' }))).toBe(
      '403 bad_origin',
    );
    const made = await ask({ origin: rig.urls.workspace, 'sec-fetch-site': 'same-origin' });
    expect(await made.json()).toEqual({ secret: expect.stringMatching(/^sk_visitor_[\w-]{64}$/) });
  });

  it('read the untouched example, and nothing once a person is there, unless their browser is enrolled', async () => {
    const secret = await newVisitor();
    expect(await read(secret)).toBe('200 ok');
    const desk = rig.desk(await rig.pair());
    expect(await read(secret)).toBe('401 not_paired');
    const { keyId, answer } = await letIn(desk, secret);
    expect(answer).toMatchObject({ ok: true, value: { keyId } });
    expect(await read(secret)).toBe('200 ok');
    await desk.call('revoke_key', { keyId });
    expect(await read(secret)).toBe('401 not_paired');
  });

  it('are told no path of this machine', async () => {
    const answer = await bearer(rig.urls.workspace, 'read_workspace', await newVisitor());
    expect(await answer.json()).toMatchObject({ lines: null });
    const hello = await (await fetch(`${rig.urls.workspace}/api/hello`)).text();
    expect(hello).not.toContain(process.cwd());
    const read = await rig.desk(await rig.pair()).call('read_workspace', {});
    expect(read).toMatchObject({ value: { lines: { bridge: expect.stringContaining('mcp') } } });
  });

  it('leave nothing in the log, however many ask and look', async () => {
    const { seq } = rig.app.state().workspace;
    for (let count = 0; count < 300; count++) expect(await read(await newVisitor())).toBe('200 ok');
    const desk = rig.desk(await rig.pair());
    const paired = rig.app.state().workspace.seq;
    expect(paired).toBe(seq + 1);
    // Nobody locks another one out by asking much: the three-hundred-first is served.
    const secret = await newVisitor();
    expect(rig.app.state().workspace.seq).toBe(paired);
    await letIn(desk, secret);
    expect(await read(secret)).toBe('200 ok');
    expect([...rig.app.state().tables.token.values()]).toHaveLength(1);
  });

  it('are let in by their own secret: no other one gets in, before or after', async () => {
    const others = [await newVisitor(), await newVisitor()];
    const desk = rig.desk(await rig.pair());
    const secret = await newVisitor();
    await letIn(desk, secret);
    others.push(await newVisitor());
    for (const other of others) expect(await read(other)).toBe('401 not_paired');
    const [row] = rig.app.state().tables.token.values();
    expect(row).toMatchObject({ kind: 'visitor', secretHash: sha256(secret) });
    await desk.call('revoke_token', { tokenId: row?.id ?? '' });
    expect(await read(secret)).toBe('401 unauthenticated');
    const { answer } = await letIn(desk, secret);
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  });

  it('have no secret that another home, another epoch or another spelling made', async () => {
    const secret = await newVisitor();
    const { epoch } = rig.app.state().workspace;
    const strange = [
      visitorSecret(Buffer.alloc(32, 8), epoch),
      visitorSecret(rig.homeSecret, 'another'),
      `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      `${secret}=`,
      secret.slice(0, -1),
      `sk_visitor_${'A'.repeat(64)}`,
    ];
    for (const one of strange) expect(await read(one), one).toBe('401 unauthenticated');
  });
});
