import { useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { counted } from '../../../kit/text.ts';
import type { TokenView } from '../../../protocol/views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { LimitFields } from './limit-fields.tsx';

interface ChangeTokenProps {
  readonly token: TokenView;
  readonly close: () => void;
  readonly again: () => void;
}

/** Rename, limit, revoke. */
export function ChangeToken({ token, close, again }: ChangeTokenProps) {
  const api = useApi();
  const [label, setLabel] = useState(token.label);
  const [limits, setLimits] = useState(token.limits);
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function run(act: 'save' | 'revoke'): Promise<void> {
    setBusy(true);
    const answer =
      act === 'save'
        ? await api.call('change_token', { tokenId: token.id, label: label.trim(), ...limits })
        : await api.call('revoke_token', { tokenId: token.id });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    again();
    if (answer.ok) close();
  }

  if (sure) {
    return (
      <Dialog
        title={
          <>
            Revoke <PlainText>{token.label}</PlainText>?
          </>
        }
        onClose={close}
        foot={
          <>
            <Button onAct={() => setSure(false)}>Keep it</Button>
            <Button kind="danger" busy={busy} onAct={() => void run('revoke')}>
              Revoke for ever
            </Button>
          </>
        }
      >
        <p>
          The agent is shut out at once and cannot come back with this token.
          {token.openProposals > 0 &&
            ` Its ${counted(token.openProposals, 'open proposal stays', 'open proposals stay')} for people to decide.`}
        </p>
        {refusal && <ErrorState title="It was not revoked" refusal={refusal} />}
      </Dialog>
    );
  }
  return (
    <Dialog
      title={
        <>
          Change <PlainText>{token.label}</PlainText>
        </>
      }
      onClose={close}
      foot={
        <>
          <Button kind="danger" onAct={() => setSure(true)}>
            Revoke…
          </Button>
          <Button onAct={close}>Cancel</Button>
          <Button
            kind="main"
            busy={busy}
            blocked={label.trim() === '' && 'Name the agent.'}
            onAct={() => void run('save')}
          >
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" value={label} maxLength={60} onText={setLabel} />
      <LimitFields limits={limits} set={setLimits} />
      {refusal && <ErrorState title="Nothing was changed" refusal={refusal} />}
    </Dialog>
  );
}
