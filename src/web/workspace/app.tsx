import { RouterProvider } from '@tanstack/react-router';
import { useBoot } from '../data/use-boot.ts';
import { SessionContext } from '../data/use-live.ts';
import { ErrorState, Loading } from '../parts/places.tsx';
import { boot } from './boot.ts';
import { BootContext } from './boot-context.ts';
import { router } from './router.tsx';
import { Unpaired } from './unpaired.tsx';

/** The whole document: what it shows depends on what this browser may see. */
export function App() {
  const { now, again } = useBoot(boot);

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
