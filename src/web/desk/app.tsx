import { RouterProvider } from '@tanstack/react-router';
import { useBoot } from '../data/use-boot.ts';
import { SessionContext } from '../data/use-live.ts';
import { ErrorState } from '../parts/places.tsx';
import { boot } from './boot.ts';
import { DeskContext } from './desk-context.ts';
import { Unpaired } from './pair/unpaired.tsx';
import { router } from './router.tsx';

/** The whole document. A browser without a person's key sees only how to pair, whatever address it opened. */
export function App() {
  const { now, again } = useBoot(boot);

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
