import { Link } from '@tanstack/react-router';
import { workspaceFromDesk } from '../../data/from-desk.ts';
import { useLive } from '../../data/use-live.ts';
import { EmptyState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';

/** `/pair` in a browser that is paired already. */
export function PairedPage() {
  const name = useLive((state) => state.me.name);
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  return (
    <Page title="This browser is paired" text>
      <EmptyState
        title={`You are ${name} here`}
        action={
          <>
            <Link className="button" to="/">
              Go to the inbox
            </Link>
            <a className="button" href={workspaceFromDesk(workspaceUrl)}>
              Open the workspace
            </a>
            <Link className="button" to="/access">
              Add another browser
            </Link>
          </>
        }
      >
        Nothing is left to do on this page.
      </EmptyState>
    </Page>
  );
}
