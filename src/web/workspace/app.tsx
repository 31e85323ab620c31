import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { SessionContext } from '../data/use-live.ts';
import { ErrorState, Loading } from '../parts/places.tsx';
import { type Boot, boot } from './boot.ts';
import { BootContext } from './boot-context.ts';
import { router } from './router.tsx';
import { Unpaired } from './unpaired.tsx';

/** The whole document: what it shows depends on what this browser may see. */
export function App() {
  const [now, setNow] = useState<Boot>({ state: 'starting' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round finds out anew
  useEffect(() => {
    const stop = new AbortController();
    void boot(stop.signal).then((next) => {
      if (!stop.signal.aborted) setNow(next);
    });
    return () => stop.abort();
  }, [round]);

  useAgainOnRefusal(now, again);

  if (now.state === 'starting') {
    return (
      <main className="page">
        <Loading what="the workspace" />
      </main>
    );
  }
  if (now.state === 'unpaired')
    return <Unpaired hello={now.hello} pageKey={now.key} fromDesk={now.fromDesk} again={again} />;
  if (now.state === 'failed') {
    return (
      <main className="page page-text">
        <h1>Sidekicks</h1>
        <ErrorState title="The workspace could not be opened" refusal={now.refusal} retry={again} />
      </main>
    );
  }
  return (
    <BootContext value={{ hello: now.hello, paired: now.paired }}>
      <SessionContext value={now.session}>
        <RouterProvider router={router} />
      </SessionContext>
    </BootContext>
  );
}

/** A key that was revoked, or an example that somebody else took over: the page looks again at what it may see. */
function useAgainOnRefusal(now: Boot, again: () => void): void {
  useEffect(() => {
    if (now.state !== 'open') return;
    const { live } = now.session;
    return live.subscribe(() => {
      if (live.get().refusal) again();
    });
  }, [now, again]);
}
