import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { SessionContext } from '../data/use-live.ts';
import { ErrorState } from '../parts/places.tsx';
import { type Boot, boot } from './boot.ts';
import { DeskContext } from './desk-context.ts';
import { Unpaired } from './pair/unpaired.tsx';
import { router } from './router.tsx';

/** The whole document. A browser without a person's key sees only how to pair, whatever address it opened. */
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

  const paired = () => {
    // Whoever came for something else (an approval, the workspace's key) goes on to that.
    if (location.pathname === '/pair') router.history.replace('/');
    again();
  };

  if (now.state === 'starting') return null;
  if (now.state === 'unpaired') return <Unpaired hello={now.hello} shutOut={now.shutOut} paired={paired} />;
  if (now.state === 'failed') {
    return (
      <main className="page page-text">
        <h1>Sidekicks desk</h1>
        <ErrorState title="The desk could not be opened" refusal={now.refusal} retry={again} />
      </main>
    );
  }
  return (
    <DeskContext value={{ hello: now.hello, keyId: now.key.keyId }}>
      <SessionContext value={now.session}>
        <RouterProvider router={router} />
      </SessionContext>
    </DeskContext>
  );
}

/** A key that was revoked: the page looks again at what it may show. */
function useAgainOnRefusal(now: Boot, again: () => void): void {
  useEffect(() => {
    if (now.state !== 'open') return;
    const { live } = now.session;
    return live.subscribe(() => {
      if (live.get().refusal) again();
    });
  }, [now, again]);
}
