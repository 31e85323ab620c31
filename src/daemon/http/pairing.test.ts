/** Pairing and the local routes over real HTTP: who becomes a person, and what the home's secret opens. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePersonKey, signerOf } from '../../client/credential.ts';
import { sha256 } from '../../kit/json.ts';
import { homeProof } from '../auth/home-proof.ts';
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

describe('pairing', () => {
  it('tells nobody without a key where the program and the home lie', async () => {
    const answers = await Promise.all([
      fetch(`${rig.urls.desk}/api/hello`),
      fetch(`${rig.urls.workspace}/api/hello`),
      fetch(`${rig.urls.desk}/healthz`),
      post('AAAA-AAAA', (await makePersonKey()).publicKey),
    ]);
    for (const answer of answers) expect(await answer.text()).not.toMatch(/[A-Za-z"' ]\/(?!\/|localhost)\w+\/|\.js\b/);
  });

  const post = (code: string, publicKey: string, change: object = {}) =>
    fetch(`${rig.urls.desk}/api/pair`, {
      method: 'POST',
      body: JSON.stringify({ code, name: 'Ann', label: 'Browser', publicKey, ...change }),
    });

  it('takes the code once, in the time and tries it has', async () => {
    const { publicKey } = await makePersonKey();
    expect(await codeOf(await post('AAAA-AAAA', publicKey))).toBe('403 pairing_closed');
    const { code } = rig.app.credentials.pairing.open({ who: 'first' });
    expect(await codeOf(await post(code, 'nonsense'))).toBe('422 invalid_input');
    expect(await codeOf(await post(code, publicKey, { name: ' \u200b ' }))).toBe('422 invalid_input');
    expect(await codeOf(await post('AAAA-AAAA', publicKey))).toBe('403 wrong_code');
    expect(await codeOf(await post(code.toLowerCase(), publicKey))).toBe('200 ok');
    expect(await codeOf(await post(code, publicKey))).toBe('403 wrong_code');
    // Never had a person is permanent: another code, were there one, pairs nobody.
    expect(
      await codeOf(
        await post(rig.app.credentials.pairing.open({ who: 'first' }).code, (await makePersonKey()).publicKey),
      ),
    ).toBe('403 pairing_closed');
  });

  it('adds a browser with a code of the desk, as the same person', async () => {
    const desk = rig.desk(await rig.pair());
    const started = await desk.call('start_pairing', { name: 'Laptop' });
    const code = started.ok ? started.value.code : '';
    const key = await makePersonKey();
    expect(await codeOf(await post(`${code.slice(0, 4)}-${code.slice(4)}`, key.publicKey, { label: '' }))).toBe(
      '200 ok',
    );
    const second = await rig.desk(signerOf(key)).call('read_access', {});
    expect(second.ok && second.value.persons).toHaveLength(1);
    expect(second.ok && second.value.keys.map(({ label }) => label)).toEqual(['Test browser', 'Laptop']);
  });

  it('allows 20 tries a minute, whoever tries', async () => {
    const { publicKey } = await makePersonKey();
    const codes: string[] = [];
    for (let count = 0; count < 21; count++) codes.push(await codeOf(await post('AAAA-AAAA', publicKey)));
    expect(codes.at(-1)).toBe('429 rate_limited');
  });
});

describe('the proof of the home secret', () => {
  async function local(verb: string, secret: Buffer, body = '{}') {
    const { nonces } = (await (await fetch(`${rig.urls.workspace}/api/nonces`)).json()) as { nonces: string[] };
    const nonce = nonces[0] ?? '';
    const target = `${rig.urls.workspace}${verb.startsWith('/') ? verb : `/local/${verb}`}`;
    const proof = homeProof(secret, { method: 'POST', target, bodyHash: sha256(body), nonce });
    const headers = { 'x-sidekicks-home': proof, 'x-sidekicks-nonce': nonce };
    return { headers, send: (sent = body) => fetch(target, { method: 'POST', headers, body: sent }) };
  }

  it('opens the local routes, once each', async () => {
    const status = await local('status', rig.homeSecret);
    const response = await status.send();
    expect(response.headers.get('x-sidekicks-proof')).toMatch(/^[\w-]{43}$/);
    expect(await response.json()).toMatchObject({ version: '1.2.3', pid: process.pid, hadPerson: false });
    expect(await codeOf(await status.send())).toBe('401 nonce_expired');
    expect(await codeOf(await (await local('status', Buffer.alloc(32, 8))).send())).toBe('401 unauthenticated');
    const changed = await local('enrol', rig.homeSecret, '{"kind":"agent","label":"a"}');
    expect(await codeOf(await changed.send('{"kind":"agent","label":"b"}'))).toBe('401 unauthenticated');
  });

  it('is no key to anything else', async () => {
    for (const path of ['/api/get_workspace_state', '/api/import_tasks', '/mcp']) {
      expect(await codeOf(await (await local(path, rig.homeSecret)).send()), path).toBe('403 forbidden');
    }
    expect(routesOf('desk').some(({ path }) => path.startsWith('/local'))).toBe(false);
  });

  it('gets a pairing code only while the home never had a person', async () => {
    const answer = await (await local('pair-code', rig.homeSecret)).send();
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^.{4}-.{4}$/) });
    await rig.pair();
    expect(await codeOf(await (await local('pair-code', rig.homeSecret)).send())).toBe('403 pairing_closed');
  });

  it('enrols the same label as the same token, which waits once a person is there', async () => {
    const enrol = async (label: string) =>
      (await (await local('enrol', rig.homeSecret, JSON.stringify({ kind: 'agent', label }))).send()).json();
    expect(await enrol('claude')).toMatchObject({ state: 'active' });
    await rig.pair();
    expect(await enrol('claude')).toMatchObject({ state: 'active' });
    expect(await enrol('codex')).toMatchObject({ state: 'waiting' });
    expect(await enrol('\u202e')).toMatchObject({ error: { code: 'invalid_input' } });
  });

  it('asks the process to end', async () => {
    expect(await codeOf(await (await local('stop', rig.homeSecret)).send())).toBe('200 ok');
    expect(rig.stops()).toBe(1);
  });
});
