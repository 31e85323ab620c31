/** The pages of the desk. Each comes with its own chunk; the frame and the inbox's data come first. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PageError } from '../parts/page-error.tsx';
import { Loading } from '../parts/places.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './frame/not-found.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound });

const getParentRoute = () => root;

const routes = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/proposal/$proposalId',
    component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access',
    component: lazyRouteComponent(() => import('./access/access-page.tsx'), 'AccessPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/access/$tokenId',
    component: lazyRouteComponent(() => import('./access/trail-page.tsx'), 'TrailPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sidekicks',
    component: lazyRouteComponent(() => import('./sidekicks/sidekicks-page.tsx'), 'SidekicksPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/sidekicks/$sidekickId',
    component: lazyRouteComponent(() => import('./sidekicks/sidekick-page.tsx'), 'SidekickPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/calendar',
    component: lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports',
    component: lazyRouteComponent(() => import('./imports/imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/$importId',
    component: lazyRouteComponent(() => import('./imports/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/activity',
    component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/enrol',
    component: lazyRouteComponent(() => import('./enrol/enrol-page.tsx'), 'EnrolPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/pair',
    component: lazyRouteComponent(() => import('./pair/paired-page.tsx'), 'PairedPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading what="the page" />,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
