import { type ComponentType, lazy, useState } from 'react';
import { readHello } from '../data/connect.ts';
import { ErrorState } from './places.tsx';
import { Page } from './shell.tsx';
import { toast } from './toast.tsx';

/**
 * A page in a chunk of its own. The router's own helper reloads the document when a chunk cannot be fetched, which turns
 * a lost connection into the browser's error page; this one says so inside the frame.
 */
export function lazyPage<Name extends string>(load: () => Promise<{ [N in Name]: ComponentType }>, name: Name) {
  const chunk: Chunk = { Fetched: lazy<ComponentType>(() => fetched().catch(() => ({ default: NotLoaded }))) };
  const fetched = async () => {
    chunk.Loaded = (await load())[name];
    return { default: chunk.Loaded };
  };
  // The router waits for it before it leaves the page that is shown. Whether it was loaded shows when it is drawn.
  const preload = () => fetched().then(ignore, ignore);
  return Object.assign(() => <FromChunk chunk={chunk} />, { preload });
}

interface Chunk {
  readonly Fetched: ComponentType;
  Loaded?: ComponentType;
}

/**
 * A page that is there is drawn at once: `lazy` alone shows the fallback first, and React keeps that for 300 ms. What was
 * begun with the one is not exchanged for the other, or what a person typed would go with it.
 */
function FromChunk({ chunk }: { readonly chunk: Chunk }) {
  const [Component] = useState<ComponentType>(() => chunk.Loaded ?? chunk.Fetched);
  return <Component />;
}

function ignore(): void {}

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
