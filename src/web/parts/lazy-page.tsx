import { type ComponentType, lazy } from 'react';
import { readHello } from '../data/connect.ts';
import { ErrorState } from './places.tsx';
import { Page } from './shell.tsx';
import { toast } from './toast.tsx';

/**
 * A page in a chunk of its own. The router's own helper reloads the document when a chunk cannot be fetched, which turns
 * a lost connection into the browser's error page; this one says so inside the frame.
 */
export function lazyPage<Name extends string>(load: () => Promise<{ [N in Name]: ComponentType }>, name: Name) {
  const component = lazy<ComponentType>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => ({ default: NotLoaded }),
    ),
  );
  // The router waits for it before it leaves the page that is shown.
  const preload = () => load().then(ignore, ignore);
  return Object.assign(component, { preload });
}

function ignore(): void {
  // Whether it was loaded shows when it is drawn.
}

function NotLoaded() {
  const retry = async () => {
    const answer = await readHello();
    // Browsers remember a module that failed for as long as the document lives.
    if (answer.ok) location.reload();
    else toast({ tone: 'bad', text: 'Sidekicks still does not answer.' });
  };
  return (
    <Page title="This page was not loaded" text>
      <ErrorState
        title="The connection was lost before the page came"
        refusal={{ code: 'unreachable', message: 'Sidekicks does not answer.', next: 'Check that it runs.' }}
        retry={() => void retry()}
      />
    </Page>
  );
}
