import { PageError } from './page-error.tsx';
import { Loading } from './places.tsx';

/** How the pages of either document come and fail. */
export const routerOptions = {
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading what="the page" />,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
} as const;
