import { type ComponentType, lazy, useState } from 'react';
import { type Chunk, chunkOf } from './chunk.ts';
import { loadAgain } from './load-again.ts';
import { ErrorState } from './places.tsx';
import { Page } from './shell.tsx';

/**
 * A page in a chunk of its own. The router's own helper reloads the document when a chunk cannot be fetched, which turns
 * a lost connection into the browser's error page; this one says so inside the frame.
 */
export function lazyPage<Name extends string>(load: () => Promise<{ [N in Name]: ComponentType }>, name: Name) {
  const chunk = chunkOf(load, name);
  const Fetched = lazy(() => chunk.fetch().then(asDefault, () => ({ default: NotLoaded })));
  // The router waits for it before it leaves the page that is shown.
  return Object.assign(() => <Drawn get={chunk.get} Fetched={Fetched} />, { preload: chunk.preload });
}

interface DrawnProps {
  readonly get: Chunk<object>['get'];
  readonly Fetched: ComponentType;
}

/** What was begun with the one is not exchanged for the other, or what a person typed would go with it. */
function Drawn({ get, Fetched }: DrawnProps) {
  const [Component] = useState<ComponentType>(() => get() ?? Fetched);
  return <Component />;
}

function asDefault(Loaded: ComponentType) {
  return { default: Loaded };
}

function NotLoaded() {
  return (
    <Page title="This page was not loaded" text>
      <ErrorState
        title="The connection was lost before the page came"
        refusal={{ code: 'unreachable', message: 'Sidekicks does not answer.', next: 'Check that it runs.' }}
        retry={() => void loadAgain()}
      />
    </Page>
  );
}
