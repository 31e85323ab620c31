/**
 * Every credential there is, good and bad, as headers for one request. A good one names its kind of caller; a bad one must
 * be refused wherever it is shown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../src/client/client.ts';
import { makePersonKey, type PersonKey, signedHeaders, signerOf } from '../../src/client/credential.ts';
import { derivedSecret } from '../../src/daemon/auth/derived-secret.ts';
import { homeProof } from '../../src/daemon/auth/home-proof.ts';
import type { RouteCaller } from '../../src/daemon/http/edge.ts';
import { sha256 } from '../../src/kit/json.ts';
import type { Hello } from '../../src/protocol/views.ts';
import type { DaemonLine } from '../rigs/daemon.ts';
import { makeAgent, ok, pairPerson, pairWith } from '../rigs/people.ts';
import { send } from './request.ts';

/** What the credential is made for. */
export interface Target {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

type Headers = Readonly<Record<string, string>>;

export interface Attempt {
  readonly name: string;
  /** Null: nobody may be taken for anybody. */
  readonly kind: RouteCaller | null;
  headersFor(target: Target): Promise<Headers>;
}

export interface Cast {
  readonly person: Client;
  readonly deskKey: PersonKey;
  readonly attempts: readonly Attempt[];
  readonly secrets: Readonly<Record<string, string>>;
}

/** A paired person, an agent, a bound visitor, the terminal, the workspace page, and everybody who is none of them. */
export async function castFor(daemon: DaemonLine): Promise<Cast> {
  const paired = await pairPerson(daemon);
  const person = paired.at(daemon);
  const deskKey = paired.key;
  const agent = await makeAgent(person, 'claude');
  const { workspaceKey, visitor } = await pageOf(daemon, person);
  const home = readFileSync(join(daemon.home, 'secret'));
  const { workspaceId } = (await enrol(daemon, home, 'terminal', 'Terminal')) as { workspaceId: string };
  const terminal = derivedSecret(home, { workspaceId, kind: 'terminal', label: 'Terminal' });
  // A label that is new once a person exists waits for the desk.
  await enrol(daemon, home, 'agent', 'late');
  const waiting = derivedSecret(home, { workspaceId, kind: 'agent', label: 'late' });
  const revoked = await makeAgent(person, 'revoked');
  ok(await person.call('revoke_token', { tokenId: revoked.id }));
  const { code } = ok(await person.call('start_pairing', {}));
  const goneKey = (await pairWith(daemon, code, 'gone')).key;
  ok(await person.call('revoke_key', { keyId: goneKey.keyId }));
  const gonePage = await makePersonKey();
  ok(await person.call('enrol_workspace_key', { publicKey: gonePage.publicKey, label: 'gone page' }));
  ok(await person.call('revoke_key', { keyId: gonePage.keyId }));
  const stranger = await makePersonKey();
  const signed = (key: PersonKey, change: Change = {}) => signature(key, change);
  const attempts: Attempt[] = [
    { name: 'the desk', kind: 'desk', headersFor: signed(deskKey) },
    { name: 'the workspace page', kind: 'workspace', headersFor: signed(workspaceKey) },
    { name: 'an agent', kind: 'agent', headersFor: bearer(agent.secret) },
    { name: 'a visitor', kind: 'visitor', headersFor: bearer(visitor.secret) },
    { name: 'the terminal', kind: 'terminal', headersFor: bearer(terminal) },
    { name: 'a proof of the home', kind: 'home', headersFor: proof(home) },
    { name: 'nobody', kind: null, headersFor: async () => ({}) },
    { name: 'garbage', kind: null, headersFor: bearer(`sk_agent_${'x'.repeat(43)}`) },
    { name: 'an empty token', kind: null, headersFor: bearer('') },
    {
      name: 'a token under another scheme',
      kind: null,
      headersFor: async () => ({ authorization: `Basic ${agent.secret}` }),
    },
    {
      name: 'a cookie',
      kind: null,
      headersFor: async () => ({ cookie: `token=${agent.secret}; key=${deskKey.keyId}` }),
    },
    { name: 'the hash of a token', kind: null, headersFor: bearer(sha256(agent.secret)) },
    { name: 'a revoked token', kind: null, headersFor: bearer(revoked.secret) },
    { name: 'a token that waits', kind: null, headersFor: bearer(waiting) },
    { name: 'a revoked desk key', kind: null, headersFor: signed(goneKey) },
    { name: 'a revoked workspace key', kind: null, headersFor: signed(gonePage) },
    { name: 'a key nobody enrolled', kind: null, headersFor: signed(stranger) },
    {
      name: 'another key under the name of the desk',
      kind: null,
      headersFor: signed({ ...stranger, keyId: deskKey.keyId }),
    },
    {
      name: 'a desk key signing for the workspace origin',
      kind: null,
      headersFor: signed(deskKey, { origin: otherOf(daemon) }),
    },
    { name: 'a desk key with a replayed nonce', kind: null, headersFor: signed(deskKey, { nonce: 'used' }) },
    { name: 'a desk key with a made up nonce', kind: null, headersFor: signed(deskKey, { nonce: 'made up' }) },
    { name: 'a desk key signing another method', kind: null, headersFor: signed(deskKey, { method: 'PUT' }) },
    { name: 'a desk key signing another path', kind: null, headersFor: signed(deskKey, { path: '/api/another_one' }) },
    { name: 'a desk key signing a query more', kind: null, headersFor: signed(deskKey, { query: '?x=1' }) },
    { name: 'a desk key signing another body', kind: null, headersFor: signed(deskKey, { body: '{"create":true}' }) },
    {
      name: 'a desk key of another epoch',
      kind: null,
      headersFor: signed(deskKey, { epoch: '00000000-0000-7000-8000-000000000000' }),
    },
    {
      name: 'a desk key without its signature',
      kind: null,
      headersFor: without(signed(deskKey), 'x-sidekicks-signature'),
    },
    { name: 'a desk key and a token at once', kind: null, headersFor: both(signed(deskKey), bearer(agent.secret)) },
    { name: 'a desk key and a proof of the home at once', kind: null, headersFor: both(signed(deskKey), proof(home)) },
  ];
  const secrets = { agent: agent.secret, visitor: visitor.secret, terminal, waiting, home: home.toString('hex') };
  return { person, deskKey, attempts, secrets };
}

/** A workspace page: its key, and the visitor that is bound to it. */
export async function pageOf(daemon: DaemonLine, person: Client) {
  const headers = { origin: daemon.url };
  const enrolled = await send(daemon.url, { method: 'POST', path: '/api/visitor', headers, body: '{}' });
  const visitor = enrolled.json as { secret: string };
  const workspaceKey = await makePersonKey();
  const { publicKey } = workspaceKey;
  ok(await person.call('enrol_workspace_key', { publicKey, label: 'page', visitorHash: sha256(visitor.secret) }));
  return { workspaceKey, visitor };
}

async function enrol(daemon: DaemonLine, home: Uint8Array, kind: 'agent' | 'terminal', label: string) {
  const target = { origin: daemon.url, method: 'POST', path: '/local/enrol', body: JSON.stringify({ kind, label }) };
  return (await send(daemon.url, { ...target, headers: await proof(home)(target) })).json;
}

function bearer(secret: string): Attempt['headersFor'] {
  return async () => ({ authorization: `Bearer ${secret}` });
}

function proof(home: Uint8Array): Attempt['headersFor'] {
  return async ({ origin, method, path, body }) => {
    const { nonces } = await hello(origin);
    const nonce = nonces[0] ?? '';
    const request = { method, target: `${origin}${path}`, bodyHash: sha256(body), nonce };
    return { 'x-sidekicks-home': homeProof(home, request), 'x-sidekicks-nonce': nonce };
  };
}

/** What the signature says in place of the truth. */
interface Change {
  readonly origin?: (origin: string) => string;
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly body?: string;
  readonly epoch?: string;
  readonly nonce?: 'used' | 'made up';
}

function signature(key: PersonKey, change: Change): Attempt['headersFor'] {
  const signer = signerOf(key);
  return async ({ origin, method, path, body }) => {
    const { nonces, epoch } = await hello(origin);
    const nonce = change.nonce === 'made up' ? Buffer.alloc(34, 1).toString('base64url') : (nonces[0] ?? '');
    if (change.nonce === 'used') await spend(key, origin, nonce, epoch);
    const signedOrigin = change.origin?.(origin) ?? origin;
    const target = `${signedOrigin}${change.path ?? path}${change.query ?? ''}`;
    const fields = { method: change.method ?? method, target, body: change.body ?? body, nonce };
    return signedHeaders(signer, { ...fields, epoch: change.epoch ?? epoch });
  };
}

/** A good request with that nonce. */
async function spend(key: PersonKey, origin: string, nonce: string, epoch: string): Promise<void> {
  const [method, path, body] = ['POST', '/api/read_tools', '{}'];
  const headers = await signedHeaders(signerOf(key), { method, target: `${origin}${path}`, body, nonce, epoch });
  await send(origin, { method, path, body, headers });
}

function otherOf({ url, deskUrl }: DaemonLine): (origin: string) => string {
  return (origin) => (origin === url ? deskUrl : url);
}

function without(make: Attempt['headersFor'], name: string): Attempt['headersFor'] {
  return async (target) => Object.fromEntries(Object.entries(await make(target)).filter(([key]) => key !== name));
}

function both(one: Attempt['headersFor'], other: Attempt['headersFor']): Attempt['headersFor'] {
  return async (target) => ({ ...(await other(target)), ...(await one(target)) });
}

export async function hello(origin: string): Promise<Hello> {
  return (await send(origin, { method: 'GET', path: '/api/hello' })).json as Hello;
}
