/** Credentials over real HTTP: whose they are, where they count, how they end. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { makePersonKey, type Signer, signedHeaders, signerOf } from '../../client/credential.ts';
import type { Hello } from '../../protocol/views.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { createNonces } from '../auth/nonces.ts';
import { codeOf, openRig, type Rig } from './rig.ts';
import { routesOf } from './routes.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(async () => {
  await rig.close();
  expect(rig.faults).toEqual([]);
});

function bearer(url: string, operation: string, secret: string, body = '{}'): Promise<Response> {
  return fetch(`${url}/api/${operation}`, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body });
}

describe('bearer tokens', () => {
  it('count on the workspace origin, for what their kind may', async () => {
    const agent = await rig.token('agent');
    expect(await codeOf(await bearer(rig.urls.workspace, 'get_workspace_state', agent))).toBe('200 ok');
    expect(await codeOf(await bearer(rig.urls.desk, 'read_access', agent))).toBe('403 forbidden');
    expect(await codeOf(await bearer(rig.urls.workspace, 'read_workspace', agent))).toBe('403 forbidden');
    expect(await codeOf(await bearer(rig.urls.workspace, 'import_tasks', agent))).toBe('403 forbidden');
  });

  it('tell how the agent came in, and refuse a bridge of another version', async () => {
    const send = async (label: string, headers: Record<string, string>) => {
      const authorization = `Bearer ${await rig.token('agent', label)}`;
      const url = `${rig.urls.workspace}/api/search_tasks`;
      return codeOf(await fetch(url, { method: 'POST', headers: { authorization, ...headers }, body: '{}' }));
    };
    expect(await send('bridge', { 'x-sidekicks-version': '1.2.3' })).toBe('200 ok');
    expect(await send('script', {})).toBe('200 ok');
    expect(await send('old', { 'x-sidekicks-version': '1.2.2' })).toBe('409 version_mismatch');
    const stop = new AbortController();
    for await (const item of rig.app.feed(rig.app.state().workspace.seq, stop.signal)) {
      if (item.event !== 'agents') continue;
      expect(item.agents.map(({ label, via }) => `${label} ${via}`).sort()).toEqual([
        'bridge mcp-stdio',
        'script http',
      ]);
      break;
    }
    stop.abort();
  });

  it('stay expired when the clock is set back', async () => {
    const desk = rig.desk(await rig.pair());
    const made = await desk.call('make_token', { label: 'short', expiresInDays: 1 });
    const { secret } = (made.ok ? made.value : {}) as { readonly secret: string };
    const answer = async () => codeOf(await bearer(rig.urls.workspace, 'get_workspace_state', secret));
    expect(await answer()).toBe('200 ok');
    rig.forward(2 * 86_400_000);
    expect(await answer()).toBe('401 unauthenticated');
    await rig.token('terminal', 'something happens');
    rig.forward(-2 * 86_400_000);
    expect(await answer()).toBe('401 unauthenticated');
  });

  it('look alike when they are unknown, malformed or revoked', async () => {
    const agent = await rig.token('agent');
    const desk = rig.desk(await rig.pair());
    const access = await desk.call('read_access', {});
    const tokenId = access.ok ? (access.value.tokens.find(({ kind }) => kind === 'agent')?.id ?? '') : '';
    const waiting = await rig.token('agent', 'late');
    expect(await codeOf(await bearer(rig.urls.workspace, 'get_workspace_state', waiting))).toBe('403 token_waiting');
    const told = (await (await bearer(rig.urls.workspace, 'get_workspace_state', waiting)).json()) as {
      readonly error: { readonly next: string };
    };
    expect(told.error.next).toBe(`Ask the person to allow it at the desk: ${rig.urls.desk}/access`);
    expect((await desk.call('revoke_token', { tokenId })).ok).toBe(true);
    const bodies = new Set<string>();
    for (const secret of [agent, 'sk_agent_unknown', '', 'x y']) {
      const response = await bearer(rig.urls.workspace, 'get_workspace_state', secret);
      expect(response.status).toBe(401);
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
  });

  it('answer 429 after a thousand failures a minute, and good ones still work', async () => {
    const agent = await rig.token('agent');
    const tries = Array.from({ length: 1001 }, () => bearer(rig.urls.workspace, 'get_task', 'sk_agent_guess'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBe(1);
    expect(await codeOf(await bearer(rig.urls.workspace, 'get_workspace_state', agent))).toBe('200 ok');
    rig.forward(61_000);
    expect(await codeOf(await bearer(rig.urls.workspace, 'get_task', 'sk_agent_guess'))).toBe('401 unauthenticated');
  });
});

describe('a person’s key', () => {
  const hello = async (url: string) => (await (await fetch(`${url}/api/hello`)).json()) as Hello;

  async function signed(signer: Signer, url: string, path: string, change: Partial<Record<string, string>> = {}) {
    const { nonces, epoch } = await hello(url);
    const body = change.body ?? '{}';
    const fields = { method: 'POST', target: `${url}${path}`, body, nonce: nonces[0] ?? '', epoch, ...change };
    const headers = await signedHeaders(signer, fields);
    return { headers, send: (sent = body, to = `${url}${path}`) => fetch(to, { method: 'POST', headers, body: sent }) };
  }

  it('signs method, target, body, nonce and epoch', async () => {
    const signer = await rig.pair();
    const { desk } = rig.urls;
    const good = await signed(signer, desk, '/api/read_access');
    expect(await codeOf(await good.send())).toBe('200 ok');
    for (const change of [
      { method: 'GET' },
      { target: `${desk}/api/read_imports` },
      { epoch: 'other' },
      { body: '{ }' },
    ]) {
      const bad = await signed(signer, desk, '/api/read_access', change);
      expect(await codeOf(await bad.send('{}'))).toBe('401 bad_signature');
    }
    const query = await signed(signer, desk, '/api/read_access');
    expect(await codeOf(await query.send('{}', `${desk}/api/read_access?x=1`))).toBe('401 bad_signature');
  });

  it('is used once with each nonce, within two minutes', async () => {
    const signer = await rig.pair();
    const once = await signed(signer, rig.urls.desk, '/api/read_access');
    expect(await codeOf(await once.send())).toBe('200 ok');
    expect(await codeOf(await once.send())).toBe('401 nonce_expired');
    const old = await signed(signer, rig.urls.desk, '/api/read_access');
    rig.forward(121_000);
    expect(await codeOf(await old.send())).toBe('401 nonce_expired');
    const invented = await signed(signer, rig.urls.desk, '/api/read_access', { nonce: 'A'.repeat(46) });
    expect(await codeOf(await invented.send())).toBe('401 nonce_expired');
  });

  it('counts on its own origin only, and every answer brings two nonces', async () => {
    const deskSigner = await rig.pair();
    const page = await makePersonKey();
    await rig.desk(deskSigner).call('enrol_workspace_key', { publicKey: page.publicKey, label: 'Page' });
    const pageSigner = signerOf(page);
    const there = await (await signed(pageSigner, rig.urls.workspace, '/api/read_workspace')).send();
    expect(there.status).toBe(200);
    expect(there.headers.get('x-sidekicks-nonces')?.split(' ')).toHaveLength(2);
    expect(await codeOf(await (await signed(pageSigner, rig.urls.desk, '/api/read_access')).send())).toBe(
      '403 forbidden',
    );
    expect(await codeOf(await (await signed(deskSigner, rig.urls.workspace, '/api/read_workspace')).send())).toBe(
      '403 forbidden',
    );
    const unknown = signerOf(await makePersonKey());
    expect(await codeOf(await (await signed(unknown, rig.urls.desk, '/api/read_access')).send())).toBe(
      '401 unauthenticated',
    );
  });

  it('is no longer a key once revoked, and not with a token beside it', async () => {
    const signer = await rig.pair();
    const agent = await rig.token('agent');
    const both = await signed(signer, rig.urls.desk, '/api/read_access');
    const mixed = { ...both.headers, authorization: `Bearer ${agent}` };
    const response = await fetch(`${rig.urls.desk}/api/read_access`, { method: 'POST', headers: mixed, body: '{}' });
    expect(await codeOf(response)).toBe('401 unauthenticated');
    await rig.desk(signer).call('revoke_key', { keyId: signer.keyId });
    expect(await codeOf(await (await signed(signer, rig.urls.desk, '/api/read_access')).send())).toBe(
      '401 unauthenticated',
    );
  });
});

describe('the authenticator', () => {
  it('holds credentials to their origin by itself, whatever a route would serve', async () => {
    const token = await rig.token('agent');
    const signer = await rig.pair();
    const clock = { now: Date.now };
    const nonces = createNonces(clock);
    const auth = createAuthenticator({ app: rig.app, clock, nonces, homeSecret: () => rig.homeSecret, deskUrl: '' });
    const answers: string[] = [];
    for (const origin of ['workspace', 'desk'] as const) {
      const headers: Record<string, string> = { authorization: `Bearer ${token}` };
      const presented = { origin, method: 'POST', target: 't', header: (name: string) => headers[name] };
      const byToken = auth.byToken(presented, 'http');
      const [nonce = ''] = nonces.issue(1);
      const { epoch } = rig.app.state().workspace;
      Object.assign(headers, await signedHeaders(signer, { method: 'POST', target: 't', body: '', nonce, epoch }));
      const byKey = auth.byKey(presented, new Uint8Array());
      for (const result of [byToken, byKey]) answers.push(result.ok ? 'ok' : result.refusal.code);
    }
    expect(answers).toEqual(['ok', 'forbidden', 'forbidden', 'ok']);
  });
});

describe('the list of routes', () => {
  it('is the table of operations and what this folder adds', () => {
    const workspace = routesOf('workspace');
    expect(workspace.filter(({ callers }) => callers.includes('desk'))).toEqual([]);
    for (const { path, callers } of routesOf('desk')) {
      if (!callers.includes('anyone')) expect(callers, path).toEqual(['desk']);
    }
    const open = [...workspace, ...routesOf('desk')].filter(({ callers }) => callers.includes('anyone'));
    expect([...new Set(open.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual([
      'GET /*',
      'GET /api/hello',
      'GET /api/nonces',
      'GET /healthz',
      'POST /api/pair',
      'POST /api/visitor',
    ]);
  });

  it('every other route refuses a caller without a credential', async () => {
    for (const origin of ['workspace', 'desk'] as const) {
      for (const { method, path, callers } of routesOf(origin)) {
        if (callers.includes('anyone')) continue;
        const response = await fetch(`${rig.urls[origin]}${path}`, { method });
        expect(response.status, `${method} ${path}`).toBe(401);
      }
    }
  });

  it('serves a client whose nonces grew old, after one more try', async () => {
    const desk = rig.desk(await rig.pair());
    expect((await desk.call('read_access', {})).ok).toBe(true);
    rig.forward(130_000);
    expect((await desk.call('read_access', {})).ok).toBe(true);
    const both = await Promise.all([desk.call('read_access', {}), desk.call('read_imports', {})]);
    expect(both.every(({ ok }) => ok)).toBe(true);
  });

  it('serves a typed client', async () => {
    const agent = createClient({
      baseUrl: rig.urls.workspace,
      credential: { kind: 'bearer', token: await rig.token('agent') },
    });
    const state = await agent.call('get_workspace_state', {});
    expect(state.ok && state.value.version).toBe(1);
    const none = await agent.call('get_task', { taskId: 'T-999' });
    expect(none).toMatchObject({ ok: false, refusal: { code: 'unknown_task' } });
  });
});
