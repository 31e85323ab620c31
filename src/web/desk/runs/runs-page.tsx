import { EmptyState } from '../../parts/places.tsx';
import { AllRuns } from '../../runs/all-runs.tsx';
import { Way } from '../../runs/links.tsx';
import { StoppedBanner, StopRuns } from './stop-runs.tsx';

/** Every run, newest first, and the switch that stops them all. */
export function RunsPage() {
  return (
    <AllRuns
      actions={({ runs, active, stopped }) => !stopped && <StopRuns active={runs && active} />}
      stopped={<StoppedBanner />}
      none={
        <EmptyState
          title="Nothing was delegated yet"
          action={
            <Way className="button" to="/delegation">
              Folders, agents and grants
            </Way>
          }
        >
          An agent that is connected hands a task to a peer with delegate_task. The run comes up here, and starts only
          under a grant of yours.
        </EmptyState>
      }
    />
  );
}
