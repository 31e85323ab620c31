import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { EmptyState, ErrorState, Loading } from '../parts/places.tsx';
import { Page } from '../parts/shell.tsx';
import { Way } from './links.tsx';
import { RunList } from './run-list.tsx';
import { type Runs, useRuns } from './use-runs.ts';
import { grouped } from './words.ts';
import './runs.css';

interface AllRunsProps {
  /** Beside the way to the usage. */
  readonly actions: (runs: Runs) => ReactNode;
  /** While the switch that stops all runs is thrown. */
  readonly stopped: ReactNode;
  /** Where no run was ever made. */
  readonly none: ReactNode;
}

/** Every run, newest first, as both documents have it. */
export function AllRuns({ actions, stopped, none }: AllRunsProps) {
  const [onlyActive, setOnlyActive] = useState(false);
  const all = useRuns(onlyActive ? { active: true } : {});
  const { runs, total, active, refusal, more, again } = all;
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
          {actions(all)}
        </>
      }
    >
      {all.stopped && stopped}
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
      {runs?.length === 0 && (onlyActive ? <EmptyState title="No run is active" /> : none)}
    </Page>
  );
}
