import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';
import { RunList } from '../../runs/run-list.tsx';
import { useRuns } from '../../runs/use-runs.ts';
import { grouped } from '../../runs/words.ts';
import { StoppedBanner, StopRuns } from './stop-runs.tsx';
import '../../runs/runs.css';

/** Every run, newest first, and the switch that stops them all. */
export function RunsPage() {
  const [onlyActive, setOnlyActive] = useState(false);
  const { runs, total, active, stopped, refusal, more, again } = useRuns(onlyActive ? { active: true } : {});
  return (
    <Page
      title="Runs"
      note={runs ? `${grouped(active)} active` : undefined}
      fill
      actions={
        <>
          <Link className="button" to="/usage">
            Usage
          </Link>
          {!stopped && <StopRuns active={active} />}
        </>
      }
    >
      {stopped && <StoppedBanner />}
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
      {runs?.length === 0 && <NoRuns onlyActive={onlyActive} />}
    </Page>
  );
}

function NoRuns({ onlyActive }: { readonly onlyActive: boolean }) {
  if (onlyActive) return <EmptyState title="No run is active" />;
  return (
    <EmptyState
      title="Nothing was delegated yet"
      action={
        <Link className="button" to="/delegation">
          Folders, agents and grants
        </Link>
      }
    >
      An agent that is connected hands a task to a peer with delegate_task. The run comes up here, and starts only under
      a grant of yours.
    </EmptyState>
  );
}
