/**
 * One origin as a Hono app: guards, then the route, then the headers. Order matters: nothing of the body is read and no
 * credential looked at before Host and Origin are right.
 */
import { Hono } from 'hono';
import type { Refusal, Result } from '../../kit/result.ts';
import { done } from '../../kit/result.ts';
import { credentialKindOf, type Identity, type Presented } from '../auth/authenticate.ts';
import { daemonProof } from '../auth/home-proof.ts';
import { refusalOfFault } from '../faults.ts';
import { refusalOf, refused } from '../refusals.ts';
import { answerRefusal } from './answers.ts';
import { DEFAULT_LIMIT, readBody, SMALL_LIMIT } from './body.ts';
import type { Edge, Exchange, Http, Route, RouteCaller } from './edge.ts';
import { hostsOf, refusalOfHost, refusalOfOrigin, refusalOfPath } from './guards.ts';
import { securityHeaders } from './headers.ts';
import { routesFor } from './routes.ts';

export function originApp(edge: Edge): Hono<Http> {
  const app = new Hono<Http>();
  const hosts = hostsOf(edge.urls[edge.origin]);
  const headers = Object.entries(securityHeaders[edge.origin]);

  app.use(async (c, next) => {
    const { incoming } = c.env;
    const refusal =
      refusalOfHost(incoming, hosts) ?? refusalOfPath(incoming) ?? refusalOfOrigin(incoming, edge.urls[edge.origin]);
    if (refusal) c.res = answerRefusal(refusal);
    else if (incoming.method === 'OPTIONS') c.res = answerRefusal(noPreflight, 405);
    else await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
  });
  for (const route of routesFor(edge.origin)) {
    app.on(route.method, route.path, (c) => serve(route, edge, c));
  }
  app.notFound(() => answerRefusal(refusalOf('unknown_operation')));
  app.onError((error) => answerFault(edge, error));
  return app;
}

/** There is no CORS here, so a preflight has nothing to be told. */
const noPreflight: Refusal = refusalOf('unknown_operation', {
  message: 'OPTIONS is not served: there is no CORS here.',
});

async function serve(route: Route, edge: Edge, c: Exchange['c']): Promise<Response> {
  const identified = await identify(route, edge, c);
  if (!identified.ok) return answerRefusal(identified.refusal);
  const { identity, body, homeNonce } = identified.value;
  const response = await handle(route, edge, { c, edge, identity, body, signal: c.req.raw.signal });
  if (identity?.key) response.headers.set('x-sidekicks-nonces', edge.nonces.issue(2).join(' '));
  if (homeNonce) response.headers.set('x-sidekicks-proof', daemonProof(edge.home.secret(), homeNonce));
  return response;
}

async function handle(route: Route, edge: Edge, exchange: Exchange): Promise<Response> {
  try {
    return await route.handle(exchange);
  } catch (error) {
    return answerFault(edge, error, route.path);
  }
}

/** The one place where a fault becomes an answer: logged whole, told as little as possible. */
function answerFault(edge: Edge, error: unknown, where = 'request'): Response {
  edge.log.fault(where, error);
  return answerRefusal(refusalOfFault(error));
}

interface Identified {
  readonly identity: Identity | null;
  readonly body: Uint8Array;
  readonly homeNonce?: string;
}

async function identify(route: Route, edge: Edge, c: Exchange['c']): Promise<Result<Identified>> {
  const { incoming } = c.env;
  if (route.callers.includes('anyone')) return withBody(edge, incoming, SMALL_LIMIT, null);
  const presented: Presented = {
    origin: edge.origin,
    method: incoming.method ?? '',
    target: `${edge.urls[edge.origin]}${incoming.url ?? ''}`,
    header: (name) => headerOf(incoming.headers[name]),
  };
  switch (credentialKindOf(presented.header)) {
    case 'token':
      return byToken(route, edge, presented, incoming);
    case 'key':
      return byKey(route, edge, presented, incoming);
    case 'home':
      return byHome(route, edge, presented, incoming);
    default:
      return refused('unauthenticated');
  }
}

async function byToken(
  route: Route,
  edge: Edge,
  presented: Presented,
  incoming: Http['Bindings']['incoming'],
): Promise<Result<Identified>> {
  const identity = edge.auth.byToken(presented, agentVia(route, presented));
  if (!identity.ok) return identity;
  if (!isCaller(route, identity.value.author.kind)) return refused('forbidden');
  const whole = await withBody(edge, incoming, route.bodyLimit, identity.value);
  // A body may take minutes to arrive: the token may be revoked or over by now.
  return whole.ok && !edge.auth.isStillGood(identity.value) ? refused('unauthenticated') : whole;
}

async function byKey(
  route: Route,
  edge: Edge,
  presented: Presented,
  incoming: Http['Bindings']['incoming'],
): Promise<Result<Identified>> {
  const known = edge.auth.isKeyKnown(presented);
  if (!known.ok) return known;
  const body = await readBody(incoming, DEFAULT_LIMIT, edge.bodies.claimed);
  if (!body.ok) return body;
  const identity = edge.auth.byKey(presented, body.value);
  if (!identity.ok) return identity;
  if (!isCaller(route, identity.value.author.kind)) return refused('forbidden');
  return done({ identity: identity.value, body: body.value });
}

async function byHome(
  route: Route,
  edge: Edge,
  presented: Presented,
  incoming: Http['Bindings']['incoming'],
): Promise<Result<Identified>> {
  const body = await readBody(incoming, SMALL_LIMIT, edge.bodies.claimed);
  if (!body.ok) return body;
  const nonce = edge.auth.byHome(presented, body.value);
  if (!nonce.ok) return nonce;
  if (!isCaller(route, 'home')) return refused('forbidden');
  return done({ identity: null, body: body.value, homeNonce: nonce.value });
}

async function withBody(
  edge: Edge,
  incoming: Http['Bindings']['incoming'],
  limit: number | undefined,
  identity: Identity | null,
): Promise<Result<Identified>> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return done({ identity, body: new Uint8Array() });
  const budget = identity === null ? edge.bodies.claimed : edge.bodies.known;
  const body = await readBody(incoming, limit ?? DEFAULT_LIMIT, budget);
  return body.ok ? done({ identity, body: body.value }) : body;
}

function isCaller(route: Route, kind: RouteCaller | 'system'): boolean {
  return (route.callers as readonly string[]).includes(kind);
}

/** How an agent came in: our own bridge says its version with every call. */
function agentVia(route: Route, { header }: Presented) {
  if (route.path === '/mcp') return 'mcp-http' as const;
  return header('x-sidekicks-version') === undefined ? ('http' as const) : ('mcp-stdio' as const);
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
