import { useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { LimitFields } from './limit-fields.tsx';
import { NewSecret } from './new-secret.tsx';

interface MakeTokenProps {
  readonly close: () => void;
  readonly again: () => void;
}

const ends = [
  ['', 'never'],
  ['1', 'after a day'],
  ['7', 'after a week'],
  ['30', 'after 30 days'],
  ['365', 'after a year'],
] as const;

/** A token for an agent that connects over HTTP. Its secret is shown once. */
export function MakeToken({ close, again }: MakeTokenProps) {
  const api = useApi();
  const bridge = useLive((state) => state.lines?.bridge);
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('30');
  const [limits, setLimits] = useState({ openProposals: 3, readOnly: false });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [secret, setSecret] = useState<string | null>(null);

  async function make(): Promise<void> {
    setBusy(true);
    const end = days === '' ? {} : { expiresInDays: Number(days) };
    const answer = await api.call('make_token', { label: label.trim(), ...limits, ...end });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setSecret(answer.value.secret);
    again();
  }

  if (secret) return <NewSecret secret={secret} label={label.trim()} close={close} />;
  return (
    <Dialog
      title="Make a token for an agent"
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Cancel</Button>
          <Button kind="main" busy={busy} blocked={label.trim() === '' && 'Name the agent.'} onAct={() => void make()}>
            Make the token
          </Button>
        </>
      }
    >
      <p className="quiet">
        With it an agent reads the workspace, consults sidekicks, stages plans, and asks for runs, which wait for a
        grant of yours. It can approve nothing. An agent on this computer needs none: start it with{' '}
        <code>{bridge} --as NAME</code>.
      </p>
      <TextField
        label="Name of the agent"
        hint="It stands beside everything that the agent does."
        value={label}
        maxLength={60}
        data-autofocus
        onText={setLabel}
      />
      <SelectField label="It ends" value={days} onText={setDays}>
        {ends.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      <LimitFields limits={limits} set={setLimits} />
      {refusal && <ErrorState title="No token was made" refusal={refusal} />}
    </Dialog>
  );
}
