/** Both origins over one app: what they share (nonces, limits, who is who), and how they end together. */
import { setMaxListeners } from 'node:events';
import type { App } from '../../app/app.ts';
import type { Clock } from '../../app/ports.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { createLimiter } from '../auth/limiter.ts';
import { createNonces } from '../auth/nonces.ts';
import type { OriginName } from '../home/ports.ts';
import type { Log } from '../log.ts';
import { createBodyBudget, DEFAULT_LIMIT } from './body.ts';
import type { Edge } from './edge.ts';
import { createFeedSlots } from './feed-slots.ts';
import { originApp } from './origin-app.ts';
import type { OriginServers } from './server.ts';

export interface EdgesOptions {
  readonly app: App;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly home: Edge['home'];
  /** `http://localhost:PORT`, without a slash at the end. */
  readonly urls: Edge['urls'];
  readonly servers: Readonly<Record<OriginName, OriginServers>>;
  /** Folder with the built pages of both origins. */
  readonly pages: (origin: OriginName) => string;
  readonly requestStop: () => void;
}

export interface Edges {
  /** Ends streams and waiting calls, lets other answers finish. */
  close(): Promise<void>;
}

const PAIRINGS_PER_MINUTE = 20;
/** Ten bodies of the largest size at once. */
const BODY_BYTES = 10 * DEFAULT_LIMIT;

export function openEdges(options: EdgesOptions): Edges {
  const { app, clock, home, servers, pages } = options;
  const nonces = createNonces(clock);
  const closing = new AbortController();
  // Every feed and every waiting call listens to it; Node warns of more than ten.
  setMaxListeners(0, closing.signal);
  const shared = {
    ...options,
    nonces,
    auth: createAuthenticator({ app, clock, nonces, homeSecret: home.secret, deskUrl: options.urls.desk }),
    limits: {
      pairings: createLimiter(clock, PAIRINGS_PER_MINUTE),
    },
    feeds: createFeedSlots(),
    closing: closing.signal,
  };
  for (const origin of ['workspace', 'desk'] as const) {
    const bodies = { claimed: createBodyBudget(BODY_BYTES), known: createBodyBudget(BODY_BYTES) };
    servers[origin].attach(originApp({ ...shared, origin, bodies, pages: pages(origin) }));
  }
  return {
    async close() {
      closing.abort();
      await Promise.all([servers.workspace.close(), servers.desk.close()]);
    },
  };
}
