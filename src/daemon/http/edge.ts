/** What every route may use, and how a route is written down. One `Edge` per origin. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { App } from '../../app/app.ts';
import type { Clock } from '../../app/ports.ts';
import type { Caller } from '../../protocol/operation.ts';
import type { Authenticator, Identity } from '../auth/authenticate.ts';
import type { Limiter } from '../auth/limiter.ts';
import type { Nonces } from '../auth/nonces.ts';
import type { OriginName } from '../home/ports.ts';
import type { Log } from '../log.ts';
import type { BodyBudget } from './body.ts';
import type { FeedSlots } from './feed-slots.ts';

/** `anyone`: no credential at all; the route says nothing that needs one. `home`: who can read the home's secret. */
export type RouteCaller = Caller | 'anyone' | 'home';

export interface Edge {
  readonly origin: OriginName;
  readonly urls: { readonly workspace: string; readonly desk: string };
  readonly app: App;
  readonly clock: Clock;
  readonly auth: Authenticator;
  readonly nonces: Nonces;
  readonly limits: { readonly pairings: Limiter };
  /** Of this origin. `claimed`: from callers whose credential is checked only with the body, or who need none. */
  readonly bodies: { readonly claimed: BodyBudget; readonly known: BodyBudget };
  /** Of both origins together. */
  readonly feeds: FeedSlots;
  readonly log: Log;
  readonly version: string;
  /** The built pages of this origin. */
  readonly pages: string;
  readonly home: { readonly path: string; readonly blobs: string; readonly secret: () => Uint8Array };
  /** Aborted when the daemon closes: streams and waiting calls end. */
  readonly closing: AbortSignal;
  /** Asks the process to end, once the answer is out. */
  readonly requestStop: () => void;
}

export type Http = { Bindings: HttpBindings };

/** One request that passed the guards, with what its route asked for. */
export interface Exchange {
  readonly c: Context<Http>;
  readonly edge: Edge;
  /** Null where `anyone` or `home` may call. */
  readonly identity: Identity | null;
  /** Empty for GET. */
  readonly body: Uint8Array;
  /** Ends with the connection, or with the daemon. */
  readonly signal: AbortSignal;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly callers: readonly RouteCaller[];
  /** Bytes; default 3 MiB. Larger only where a token is checked before the body is read. */
  readonly bodyLimit?: number;
  readonly handle: (exchange: Exchange) => Response | Promise<Response>;
}
