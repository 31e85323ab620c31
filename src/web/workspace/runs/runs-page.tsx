import { useState } from 'react';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Banner, EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';
import { Way } from '../../runs/links.tsx';
import { RunList } from '../../runs/run-list.tsx';
import { useRuns } from '../../runs/use-runs.ts';
import { grouped } from '../../runs/words.ts';
import { useOpened } from '../boot-context.ts';
import '../../runs/runs.css';

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
  const [onlyActive, setOnlyActive] = useState(false);
  const { runs, total, active, stopped, refusal, more, again } = useRuns(onlyActive ? { active: true } : {});
  return (
    <Page
      title="Runs"
      note={runs ? `${grouped(active)} active` : undefined}
      fill
      actions={
        <>
          <Way to="/usage" className="button">
            Usage
          </Way>
          <a className="button" href={`${deskUrl}/runs`}>
            Decide at the desk
          </a>
        </>
      }
    >
      {stopped && (
        <Banner tone="warn">All runs were stopped. Nothing starts until a person lets it, at the desk.</Banner>
      )}
      <fieldset className="buttons">
        <legend className="visually-hidden">Which runs</legend>
        <Button small kind="quiet" aria-pressed={!onlyActive} onAct={() => setOnlyActive(false)}>
          All
        </Button>
        <Button small kind="quiet" aria-pressed={onlyActive} onAct={() => setOnlyActive(true)}>
          Active
        </Button>
      </fieldset>
      {refusal && <ErrorState refusal={refusal} retry={again} />}
      {!runs && !refusal && <Loading what="the runs" />}
      {runs && runs.length > 0 && <RunList runs={runs} total={total} more={more} label="Runs, newest first" />}
      {runs?.length === 0 && (
        <EmptyState title={onlyActive ? 'No run is active' : 'Nothing was delegated yet'}>
          {!onlyActive &&
            'An agent that is connected hands a task to a peer with delegate_task. The run then stands here.'}
        </EmptyState>
      )}
    </Page>
  );
}
