/** The pages of the workspace document. Each comes with its own chunk; the frame and the board's data come first. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazyPage } from '../parts/lazy-page.tsx';
import { routerOptions } from '../parts/router-options.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './frame/not-found.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const getParentRoute = () => root;
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? { value } : null);

/** Keeps the named search fields that hold text. */
function searchOf<const Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { readonly [N in Name]?: string } => {
    const kept = names.flatMap((name) => {
      const found = text(search[name]);
      return found ? [[name, found.value]] : [];
    });
    return Object.fromEntries(kept) as { readonly [N in Name]?: string };
  };
}

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyPage(() => import('./board/board-page.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/list',
    component: lazyPage(() => import('./list/list-page.tsx'), 'ListPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/task/$taskId',
    component: lazyPage(() => import('./task/task-page.tsx'), 'TaskPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/week',
    validateSearch: searchOf('from'),
    component: lazyPage(() => import('./week/week-page.tsx'), 'WeekPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/proposals',
    component: lazyPage(() => import('./proposals/proposals-page.tsx'), 'ProposalsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/proposal/$proposalId',
    component: lazyPage(() => import('./proposals/proposal-page.tsx'), 'ProposalPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs',
    component: lazyPage(() => import('./runs/runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/run/$runId',
    component: lazyPage(() => import('./runs/run-page.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/usage',
    component: lazyPage(() => import('../runs/usage-view.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/activity',
    validateSearch: searchOf('author', 'subject'),
    component: lazyPage(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents',
    component: lazyPage(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/trash',
    component: lazyPage(() => import('./trash/trash-page.tsx'), 'TrashPage'),
  }),
];

export const router = createRouter({ routeTree: root.addChildren(routes), ...routerOptions });
