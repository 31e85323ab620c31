import { Link } from '@tanstack/react-router';
import { useLive } from '../../data/use-live.ts';
import { EmptyState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';

/** `/pair` in a browser that is paired already. */
export function PairedPage() {
  const name = useLive((state) => state.me.name);
  return (
    <Page title="This browser is paired" text>
      <EmptyState
        title={`You are ${name} here`}
        action={
          <>
            <Link className="button" to="/">
              Go to the inbox
            </Link>
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
