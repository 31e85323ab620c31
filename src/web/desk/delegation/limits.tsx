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
import { within } from './within.ts';

interface LimitsProps {
  readonly limits: DelegationLimits;
  readonly again: () => void;
}

export function Limits({ limits, again }: LimitsProps) {
  // What another browser saves meanwhile is shown, unless something was typed here.
  return <Form key={JSON.stringify(limits)} limits={limits} again={again} />;
}

/** As `change_limits` takes them; each from 1. */
const most = { maxWorkers: 16, maxWaitSeconds: 50, requestSeconds: 3600 } as const;

type Typed = { readonly [N in keyof typeof most]: string };

const names = Object.keys(most) as readonly (keyof Typed)[];

const fields = [
  { name: 'maxWorkers', label: 'Workers at the same time', hint: 'The others wait in a queue.' },
  {
    name: 'maxWaitSeconds',
    label: 'Longest wait of a tool call, seconds',
    hint: 'What an agent asks beyond it is cut, never refused.',
  },
  {
    name: 'requestSeconds',
    label: 'Wait for your permission, seconds',
    hint: 'What an agent asks you to allow is denied when they are over.',
  },
] as const;

function Form({ limits, again }: LimitsProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const [typed, setTyped] = useState<Typed>({
    maxWorkers: String(limits.maxWorkers),
    maxWaitSeconds: String(Math.min(limits.maxWaitSeconds, most.maxWaitSeconds)),
    requestSeconds: String(limits.requestSeconds),
  });
  const [observed, setObserved] = useState(limits.demandObserved);
  const same = names.every((name) => Number(typed[name]) === limits[name]) && observed === limits.demandObserved;
  const save = async () => {
    const { maxWorkers, maxWaitSeconds, requestSeconds } = typed;
    const set = {
      maxWorkers: Number(maxWorkers),
      maxWaitSeconds: Number(maxWaitSeconds),
      requestSeconds: Number(requestSeconds),
      demandObserved: observed,
    };
    const done = await run(() => api.call('change_limits', set));
    again();
    if (done) toast({ tone: 'good', text: 'The limits were changed.' });
  };
  return (
    <Section title="Limits">
      <div className="fields-row fields-long">
        {fields.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            type="number"
            min={1}
            max={most[name]}
            value={typed[name]}
            problem={within(typed[name], most[name]) ? null : `From 1 to ${most[name]}.`}
            onText={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
      </div>
      <Tick checked={observed} onTick={setObserved}>
        Only observed checks count. What a worker reports is still shown, and covers nothing.
      </Tick>
      <div className="buttons">
        <Button busy={busy} blocked={problemOf(typed) ?? (same && 'Nothing is changed.')} onAct={() => void save()}>
          Save the limits
        </Button>
      </div>
      <Refused refusal={refusal} what="They were not changed." />
    </Section>
  );
}

function problemOf(typed: Typed): string | null {
  return names.every((name) => within(typed[name], most[name])) ? null : 'A limit is out of its bounds.';
}
