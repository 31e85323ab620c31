import { useState } from 'react';
import type { DelegationLimits } from '../../../core/workspace/workspace.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Section } from '../../parts/shell.tsx';
import { toast } from '../../parts/toast.tsx';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { Tick } from './tick.tsx';

interface LimitsProps {
  readonly limits: DelegationLimits;
  readonly again: () => void;
}

export function Limits({ limits, again }: LimitsProps) {
  // What another browser saves meanwhile is shown, unless something was typed here.
  return <Form key={JSON.stringify(limits)} limits={limits} again={again} />;
}

function Form({ limits, again }: LimitsProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const [workers, setWorkers] = useState(String(limits.maxWorkers));
  const [wait, setWait] = useState(String(limits.maxWaitSeconds));
  const [observed, setObserved] = useState(limits.demandObserved);
  const problem = problemOf(workers, wait);
  const same =
    Number(workers) === limits.maxWorkers &&
    Number(wait) === limits.maxWaitSeconds &&
    observed === limits.demandObserved;
  const save = async () => {
    const set = { maxWorkers: Number(workers), maxWaitSeconds: Number(wait), demandObserved: observed };
    const done = await run(() => api.call('change_limits', set));
    again();
    if (done) toast({ tone: 'good', text: 'The limits were changed.' });
  };
  return (
    <Section title="Limits">
      <div className="fields-row">
        <TextField
          label="Workers at the same time"
          hint="The others wait in a queue."
          type="number"
          min={1}
          max={16}
          value={workers}
          onText={setWorkers}
        />
        <TextField
          label="Longest wait of a tool call, seconds"
          hint="What an agent asks beyond it is cut, never refused."
          type="number"
          min={1}
          max={600}
          value={wait}
          onText={setWait}
        />
      </div>
      <Tick checked={observed} onTick={setObserved}>
        Only observed checks count. What a worker reports is still shown, and covers nothing.
      </Tick>
      <div className="buttons">
        <Button busy={busy} blocked={problem ?? (same && 'Nothing is changed.')} onAct={() => void save()}>
          Save the limits
        </Button>
      </div>
      <Refused refusal={refusal} what="They were not changed." />
    </Section>
  );
}

function problemOf(workers: string, wait: string): string | null {
  const within = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  if (!within(workers, 16)) return 'From 1 to 16 workers.';
  return within(wait, 600) ? null : 'From 1 to 600 seconds.';
}
