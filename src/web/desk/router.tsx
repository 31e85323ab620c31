/** The pages of the desk. Each comes with its own chunk; the frame and the inbox's data come first. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazyPage } from '../parts/lazy-page.tsx';
import { routerOptions } from '../parts/router-options.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './frame/not-found.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const getParentRoute = () => root;

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyPage(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/proposal/$proposalId',
    component: lazyPage(() => import('./review/review-page.tsx'), 'ReviewPage'),
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
    path: '/delegation',
    component: lazyPage(() => import('./delegation/delegation-page.tsx'), 'DelegationPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/usage',
    component: lazyPage(() => import('../runs/usage-view.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access',
    component: lazyPage(() => import('./access/access-page.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access/$tokenId',
    component: lazyPage(() => import('./access/trail-page.tsx'), 'TrailPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sidekicks',
    component: lazyPage(() => import('./sidekicks/sidekicks-page.tsx'), 'SidekicksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sidekicks/$sidekickId',
    component: lazyPage(() => import('./sidekicks/sidekick-page.tsx'), 'SidekickPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/calendar',
    component: lazyPage(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports',
    component: lazyPage(() => import('./imports/imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/$importId',
    component: lazyPage(() => import('./imports/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/activity',
    component: lazyPage(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/enrol',
    component: lazyPage(() => import('./enrol/enrol-page.tsx'), 'EnrolPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/pair',
    component: lazyPage(() => import('./pair/paired-page.tsx'), 'PairedPage'),
  }),
];

export const router = createRouter({ routeTree: root.addChildren(routes), ...routerOptions });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
