/**
 * Who is it? The one place where a request becomes an author, from its credential alone. It decides no right: which
 * caller kinds a route serves is the route's data, what an operation allows is app's.
 *
 * Three credentials: a person's key (signature, only on the key's own origin), a bearer token (only on the workspace
 * origin) and a proof of the home secret (the local routes). Two at once are none.
 */
import type { App } from '../../app/app.ts';
import type { Clock } from '../../app/ports.ts';
import { isSignedBy } from '../../app/public-key.ts';
import { secretHash } from '../../app/secrets.ts';
import { isOver, type Key, type Token } from '../../core/access/access.ts';
import type { Author } from '../../core/access/author.ts';
import { signingText } from '../../core/access/signing.ts';
import { isBound, isPassing, isUntouchedExample, passingVisitor } from '../../core/access/visitor.ts';
import type { SignedRequest } from '../../core/approval/approval.ts';
import { sha256 } from '../../kit/json.ts';
import { done, type Result } from '../../kit/result.ts';
import type { OriginName } from '../home/ports.ts';
import { refused } from '../refusals.ts';
import { homeProof, isProof } from './home-proof.ts';
import { createLimiter } from './limiter.ts';
import type { Nonces } from './nonces.ts';
import { isVisitorSecret } from './visitor-secret.ts';

/** What the credential covers. */
export interface Presented {
  readonly origin: OriginName;
  readonly method: string;
  /** Origin, path and query, as the browser sees them. */
  readonly target: string;
  readonly header: (name: string) => string | undefined;
}

export interface Identity {
  readonly author: Author;
  readonly token: Token | null;
  readonly key: Key | null;
  readonly signed: SignedRequest | null;
}

export interface Authenticator {
  /** Bearer tokens: the body is not needed, so that nobody unknown can make us read one. */
  byToken(request: Presented, agentVia: Author['via']): Result<Identity>;
  /** What the headers alone say of a key, so that nobody unknown can make us read a body. */
  isKeyKnown(request: Presented): Result<Key>;
  byKey(request: Presented, body: Uint8Array): Result<Identity>;
  /** Answers the nonce that was used, to be proven back. */
  byHome(request: Presented, body: Uint8Array): Result<string>;
  /** Whether the credential would still be let in now; for streams and waiting calls. */
  isStillGood(identity: Identity): boolean;
}

export type CredentialKind = 'key' | 'token' | 'home' | 'none' | 'several';

export function credentialKindOf(header: Presented['header']): CredentialKind {
  const kinds: CredentialKind[] = [];
  if (header('authorization') !== undefined) kinds.push('token');
  if (header('x-sidekicks-key') !== undefined) kinds.push('key');
  if (header('x-sidekicks-home') !== undefined) kinds.push('home');
  return kinds.length > 1 ? 'several' : (kinds[0] ?? 'none');
}

/** Failures a minute before the answer says so; good credentials are served all the same. */
const FAILURES_PER_MINUTE = 1000;

interface Parts {
  readonly app: Pick<App, 'state' | 'now' | 'workspaceId'>;
  readonly clock: Clock;
  readonly nonces: Nonces;
  readonly homeSecret: () => Uint8Array;
  readonly deskUrl: string;
}

interface Bench extends Parts {
  /** Unknown, expired and revoked look alike. */
  readonly fail: (code: 'unauthenticated' | 'bad_signature' | 'nonce_expired') => ReturnType<typeof refused>;
}

export function createAuthenticator(parts: Parts): Authenticator {
  const failures = createLimiter(parts.clock, FAILURES_PER_MINUTE);
  const bench: Bench = { ...parts, fail: (code) => refused(failures.note() ? code : 'rate_limited') };
  return {
    byToken: (request, agentVia) => byToken(bench, request, agentVia),
    isKeyKnown: (request) => keyOf(bench, request),
    byKey: (request, body) => byKey(bench, request, body),
    byHome: (request, body) => byHome(bench, request, body),
    isStillGood: (identity) => isStillGood(bench, identity),
  };
}

function byToken(bench: Bench, request: Presented, agentVia: Author['via']): Result<Identity> {
  const [scheme, secret] = (request.header('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !secret) return bench.fail('unauthenticated');
  const token = tokenOf(bench, secret);
  if (!token) return bench.fail('unauthenticated');
  const refusal = refusalOfToken(bench, token);
  if (refusal) return refusal;
  if (request.origin !== 'workspace') return refused('forbidden');
  const via = token.kind === 'agent' ? agentVia : viaOf[token.kind];
  const author: Author = { kind: token.kind, id: token.id, label: token.label, via };
  return done({ author, token, key: null, signed: null });
}

function tokenOf({ app, homeSecret }: Bench, secret: string): Token | undefined {
  const { index, tables, workspace } = app.state();
  const hash = secretHash(secret);
  const known = tables.token.get(index.tokenBySecret.get(hash) ?? '');
  if (known) return known;
  return isVisitorSecret(homeSecret(), workspace.epoch, secret) ? passingVisitor(hash) : undefined;
}

function refusalOfToken({ app, clock, deskUrl, fail }: Bench, token: Token): ReturnType<typeof refused> | null {
  if (token.state === 'revoked' || isOver(token, { nowMs: app.now(), clockMs: clock.now() }))
    return fail('unauthenticated');
  if (token.kind === 'visitor') return isBound(app.state(), token) ? null : refused('not_paired');
  return token.state === 'waiting' ? refused('token_waiting', toAccess(deskUrl)) : null;
}

/** Carries no secret: the desk asks for the person's key. */
function toAccess(deskUrl: string): { readonly next: string } {
  return { next: `Ask the person to allow it at the desk: ${deskUrl}/access` };
}

function keyOf({ app, nonces, fail }: Bench, request: Presented): Result<Key> {
  const { tables } = app.state();
  const given = signatureHeaders(request);
  const key = tables.key.get(given.keyId);
  if (!key || !tables.person.has(key.personId) || key.revokedAt !== null) return fail('unauthenticated');
  return nonces.isFresh(given.nonce) ? done(key) : fail('nonce_expired');
}

function byKey(bench: Bench, request: Presented, body: Uint8Array): Result<Identity> {
  const { app, nonces, fail } = bench;
  const state = app.state();
  const given = signatureHeaders(request);
  // Again: a body may take a while to arrive.
  const known = keyOf(bench, request);
  if (!known.ok) return known;
  const key = known.value;
  const person = state.tables.person.get(key.personId);
  if (!person) return fail('unauthenticated');
  const { method, target } = request;
  const parts = { method, target, bodyHash: sha256(body), nonce: given.nonce, epoch: state.workspace.epoch };
  if (!isSignedBy(key, signingText(parts), given.signature)) return fail('bad_signature');
  // Used up only now: a stranger who saw a nonce could spend it otherwise.
  if (!nonces.use(given.nonce)) return fail('nonce_expired');
  if (key.origin !== request.origin) return refused('forbidden');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const signed: SignedRequest = { ...parts, keyId: key.id, signature: given.signature, body: text };
  const via = key.origin === 'desk' ? 'desk' : 'page';
  const author: Author = { kind: key.origin, id: person.id, label: person.name, keyId: key.id, via };
  return done({ author, token: null, key, signed });
}

function byHome({ nonces, homeSecret, fail }: Bench, request: Presented, body: Uint8Array): Result<string> {
  const nonce = request.header('x-sidekicks-nonce') ?? '';
  if (!nonces.isFresh(nonce)) return fail('nonce_expired');
  const { method, target } = request;
  const expected = homeProof(homeSecret(), { method, target, bodyHash: sha256(body), nonce });
  if (!isProof(request.header('x-sidekicks-home') ?? '', expected)) return fail('unauthenticated');
  return nonces.use(nonce) ? done(nonce) : fail('nonce_expired');
}

function isStillGood({ app, clock }: Bench, { token, key }: Identity): boolean {
  const { tables } = app.state();
  if (key) return tables.key.get(key.id)?.revokedAt === null;
  if (token && isPassing(app.state(), token)) return isUntouchedExample(app.state());
  const now = token && tables.token.get(token.id);
  if (now?.secretHash !== token?.secretHash) return false;
  if (now?.state !== 'active' || isOver(now, { nowMs: app.now(), clockMs: clock.now() })) return false;
  return now.kind !== 'visitor' || isBound(app.state(), now);
}

const viaOf = { visitor: 'webmcp', terminal: 'cli' } as const;

function signatureHeaders(request: Presented) {
  return {
    keyId: request.header('x-sidekicks-key') ?? '',
    nonce: request.header('x-sidekicks-nonce') ?? '',
    signature: request.header('x-sidekicks-signature') ?? '',
  };
}
