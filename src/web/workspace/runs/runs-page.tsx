import { useLive } from '../../data/use-live.ts';
import { Banner, EmptyState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';
import { AllRuns } from '../../runs/all-runs.tsx';
import { useOpened } from '../boot-context.ts';

/** Every run, newest first. Stopping and granting are done at the desk. */
export function RunsPage() {
  const { paired } = useOpened();
  if (paired) return <All />;
  return (
    <Page title="Runs" text>
      <EmptyState title="Nothing was delegated in the example">
        Runs are delegated in a workspace of a person. Pair this browser to have one.
      </EmptyState>
    </Page>
  );
}

function All() {
  const deskUrl = useLive((state) => state.deskUrl);
  return (
    <AllRuns
      actions={() => (
        <a className="button" href={`${deskUrl}/runs`}>
          Decide at the desk
        </a>
      )}
      stopped={<Banner tone="warn">All runs were stopped. Nothing starts until a person lets it, at the desk.</Banner>}
      none={
        <EmptyState title="Nothing was delegated yet">
          An agent that is connected hands a task to a peer with delegate_task. The run then stands here.
        </EmptyState>
      }
    />
  );
}
