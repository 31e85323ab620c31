import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Banner } from '../../parts/places.tsx';
import { toast } from '../../parts/toast.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

interface StopRunsProps {
  /** Null where they could not be read: the switch works all the same. */
  readonly active: number | null;
}

/** The kill switch, and the way back. */
export function StopRuns({ active }: StopRunsProps) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run } = useAct();
  const stop = async () => {
    const done = await run(() => api.call('stop_runs', {}));
    if (!done) return;
    setAsking(false);
    toast({ text: `${counted(done.runs.length, 'run')} stopped. Nothing starts until you let it.` });
  };
  return (
    <>
      <Button kind="danger" onAct={() => setAsking(true)}>
        Stop all runs
      </Button>
      {asking && (
        <Dialog
          title="Stop all runs?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onAct={() => setAsking(false)}>Keep them</Button>
              <Button kind="danger" busy={busy} data-autofocus onAct={() => void stop()}>
                Stop all runs now
              </Button>
            </>
          }
        >
          <p>
            {active === null
              ? 'How many are active could not be read. Each will be ended, whatever it is doing.'
              : active === 0
                ? 'No run is active.'
                : `${counted(active, 'active run')} will be ended, whatever they are doing.`}{' '}
            Nothing starts afterwards, under no grant, until you let runs start again here. Worktrees with work in them
            stay.
          </p>
          <Refused refusal={refusal} what="They were not stopped." />
        </Dialog>
      )}
    </>
  );
}

/** Stands on every page about runs while the switch is thrown. */
export function StoppedBanner() {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  return (
    <>
      <Banner
        tone="warn"
        action={
          <Button small busy={busy} onAct={() => void run(() => api.call('change_limits', { stopped: false }))}>
            Let runs start again
          </Button>
        }
      >
        All runs were stopped. Nothing starts, under no grant, until you let it.
      </Banner>
      <Refused refusal={refusal} what="Runs still may not start." />
    </>
  );
}
