/** Every route of an origin. The router registers exactly this list, and `routesOf` shows it. */
import type { OriginName } from '../home/ports.ts';
import type { Route, RouteCaller } from './edge.ts';
import { feedRoute } from './feed.ts';
import { localRoutes } from './local-routes.ts';
import { mcpRoutes } from './mcp-route.ts';
import { operationRoutes } from './operations.ts';
import { pagesRoute } from './pages.ts';
import { helloRoutes, pairRoute, visitorRoute } from './public-routes.ts';

const own: Readonly<Record<OriginName, readonly Route[]>> = {
  workspace: [visitorRoute, feedRoute(['visitor', 'terminal', 'workspace']), ...mcpRoutes, ...localRoutes],
  desk: [pairRoute, feedRoute(['desk'])],
};

/** In the order of registration: the pages last, because they match everything. */
export function routesFor(origin: OriginName): readonly Route[] {
  return [...helloRoutes, ...operationRoutes(origin), ...own[origin], pagesRoute];
}

export interface RouteRow {
  readonly method: string;
  readonly path: string;
  readonly callers: readonly RouteCaller[];
}

export function routesOf(origin: OriginName): readonly RouteRow[] {
  return routesFor(origin).map(({ method, path, callers }) => ({ method, path, callers }));
}
